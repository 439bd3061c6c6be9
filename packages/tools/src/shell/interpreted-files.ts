import { normalize } from "node:path";
import type { Node } from "@vscode/tree-sitter-wasm";
import { everyWord } from "../command-line/every-word.ts";
import { withTree } from "../command-line/parse-line.ts";
import { unquoted } from "../command-line/simple-commands.ts";
import { expandWord, type KnownWords } from "./expand-word.ts";
import { flagged, type Interpreter, interpreters, unnamed, variables } from "./programs-that-run-files.ts";

/** What a line runs as files: through an interpreter, `source`, a flag or a variable, or as a program with a path. */
export type InterpretedFiles = {
  /** Names as the shell expands them. Each is run if it exists when the line runs. */
  files: readonly string[];
  /** Names of files with a `*` in them. */
  patterns: readonly string[];
  /** Folders searched for what is run. */
  searched: readonly string[];
  /** The programs it starts, as written. */
  programs: readonly string[];
  /** Whether a name or its folder is known only at run time. */
  unknown: boolean;
};

/** `text`: as written, without quotes. */
type Word = {
  text: string;
  /** Its value at run time, if that is certain. */
  name?: string | undefined;
  /** Whether `name` matches more than one. */
  pattern: boolean;
  /** Whether a shell takes it literally. */
  literal: boolean;
  /** Whether a shell expands it. */
  expands: boolean;
};

const [shell] = interpreters;
/** They run their arguments as shell code. */
const readers = /^(?:eval|trap|watch|su)$/;
/** They start the program that follows them. */
const starters =
  /^(?:.*\/)?(?:builtin|command|doas|env|exec|ionice|nice|nohup|setsid|stdbuf|sudo|time|timeout|xargs)$/;
/** They can set any variable without naming it. */
const assigners = /^(?:eval|alias|trap|read|mapfile|readarray|getopts|let|wait)$/;
/** They supply arguments to the following program. */
const fillers = /^(?:xargs|parallel)$/;
const python = /^-[bBdEhiIOPqsSuvVx]*m(.*)$/;
const stdin = /^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/;
/** Nesting depth of lines. */
const deepest = 4;
/** Nested lines in all, at any depth. */
const mostLines = 50;

/**
 * The files that a line runs, whatever their names and whether or not they exist. `home`, `folder`: the values of `~` and `$PWD`, if
 * known.
 */
export function interpretedFiles(
  line: string,
  where: Pick<KnownWords, "home" | "folder"> = {},
): Promise<InterpretedFiles> {
  return readLine(line, { ...where, globs: true, cuts: true }, 0, { left: mostLines });
}

const nothing: InterpretedFiles = { files: [], patterns: [], searched: [], programs: [], unknown: false };

async function readLine(
  line: string,
  known: KnownWords,
  depth: number,
  budget: { left: number },
): Promise<InterpretedFiles> {
  if (depth > deepest || budget.left-- <= 0) return { ...nothing, unknown: true };
  const seen = await withTree(line, ({ rootNode }) => readTree(rootNode, known));
  if (!seen) return { ...nothing, unknown: true };
  const parts: InterpretedFiles[] = [seen];
  for (const inner of seen.lines) {
    parts.push(await readLine(inner, seen.known, depth + 1, budget));
    if (budget.left <= 0) break;
  }
  const all = (of: (part: InterpretedFiles) => readonly string[]) => [...new Set(parts.flatMap(of))];
  const files = all((part) => part.files);
  const patterns = all((part) => part.patterns);
  const programs = all((part) => part.programs);
  const lost =
    seen.moves &&
    ([...files, ...patterns].some((file) => !file.startsWith("/")) ||
      programs.some((program) => Object.hasOwn(unnamed, baseOf(program))));
  return {
    ...{ files, patterns, programs },
    searched: all((part) => part.searched),
    unknown: lost || parts.some(({ unknown }) => unknown),
  };
}

/** `moves`: it changes to an unknown folder. `lines`: code passed to a shell. `known`: that shell's known variables. */
type Seen = {
  files: string[];
  patterns: string[];
  searched: string[];
  programs: string[];
  lines: Set<string>;
  known: KnownWords;
  unknown: boolean;
  moves: boolean;
};

function readTree(root: Node, outer: KnownWords): Seen {
  const lists = { files: [], patterns: [], searched: [], programs: [], lines: new Set<string>() };
  const all = root.descendantsOfType("command").flatMap((node) => node ?? []);
  const seen: Seen = { ...lists, known: knownIn(root, all, outer), unknown: false, moves: false };
  for (const command of all) readCommand(command, seen);
  for (const node of root.descendantsOfType("variable_assignment")) {
    const name = node?.childForFieldName("name");
    const value = node?.childForFieldName("value");
    if (name && value) readVariable(name.text, wordOf(value, seen.known), seen);
  }
  // A tree with errors may differ from the shell's parse.
  if (
    root.hasError &&
    everyWord(root).words.some((word) => /^(?:source|\.)$/.test(word) || interpreterOf(word))
  )
    seen.unknown = true;
  return seen;
}

/** The variables that stay known in a line: those that it does not and cannot change. */
function knownIn(root: Node, commands: readonly Node[], outer: KnownWords): KnownWords {
  if (!/[$~*?[{]/.test(root.text)) return outer;
  const words = commands.flatMap((command) => wordsOf(command, outer));
  const has = (test: RegExp) => words.some(({ text }) => test.test(text));
  const others = [root.text, ...words.map(({ text }) => text)].map((text) =>
    text.replaceAll(/\$(?:HOME|PWD)(?!\w)|\$\{(?:HOME|PWD)\}/g, ""),
  );
  const changes = (name: string) => others.some((text) => text.includes(name));
  const declares = root
    .descendantsOfType(["declaration_command", "unset_command"])
    .some((node) =>
      node?.namedChildren.some(
        (one) => !/^(?:variable_assignment|variable_name|word)$/.test(one?.type ?? ""),
      ),
    );
  const assigns = declares || has(assigners) || (has(/^printf$/) && has(/^-v/));
  const another = has(/^(?:sudo|doas|su|runuser|login)$/) || (has(/^env$/) && has(/^-(?![CS])/));
  const { home, folder } = outer;
  return {
    home: assigns || another || changes("HOME") || !home?.startsWith("/") ? undefined : home,
    folder: assigns || changes("PWD") ? undefined : folder,
    globs: outer.globs && !has(/^(?:shopt|[-+]\w*O)$/),
    cuts: outer.cuts && !assigns && !changes("IFS"),
  };
}

function readCommand(command: Node, seen: Seen): void {
  const words = wordsOf(command, seen.known);
  const [name, ...rest] = words;
  if (!name) return;
  const started = starters.test(name.text) ? words : [name];
  seen.programs.push(...started.map(({ text }) => text));
  if (name.name?.includes("/")) take(name, seen);
  else if (name.name === undefined || name.pattern) seen.unknown = true;
  if (moves(words)) seen.moves = true;
  if (readers.test(name.text)) seen.lines.add(rest.map(({ text }) => text).join(" "));
  if (/^(?:source|\.)$/.test(name.text)) {
    const file = rest.find(({ text }) => text !== "--");
    if (file && stdin.test(file.text)) readInput(command, true, seen);
    else if (file) take(file, seen);
  }
  for (const [at, word] of words.entries()) {
    const [, variable] = /^(\w+)=/.exec(word.text) ?? [];
    if (variable !== undefined) readVariable(variable, cut(word, variable.length + 1), seen);
    // A program, or an argument of a program, follows.
    if (/^-(?:exec|ok)(?:dir)?$/.test(word.text) && words[at + 1]?.literal === false) seen.unknown = true;
    const interpreter = word.literal ? interpreterOf(word.text) : undefined;
    if (!interpreter) continue;
    const before = words.slice(0, at);
    const isHidden = before.some((one) => one.name === undefined && !/^\w+=/.test(one.text));
    if (starters.test(name.text) && isHidden) seen.unknown = true;
    // The file name comes from its input.
    if (before.some(({ text }) => fillers.test(baseOf(text)))) seen.unknown = true;
    if (readsInput(interpreter, words.slice(at + 1), seen)) readInput(command, interpreter === shell, seen);
  }
  readFlags(words, seen);
}

/** Whether a command changes to a folder that its words do not name. */
function moves([name, ...rest]: readonly Word[]): boolean {
  const folder = rest.find(({ text }) => !/^-./.test(text));
  const isMove = /^(?:cd|pushd)$/.test(name?.text ?? "");
  if (isMove && (!folder?.literal || folder.text === "-" || folder.text.includes("/proc/"))) return true;
  return rest.some((word, at) => {
    if (/^(?:-C|--chdir|--directory|--cwd|--prefix)$/.test(word.text)) return !rest[at + 1]?.literal;
    return /^-C./.test(word.text) || (!word.literal && /^--(?:chdir|directory|cwd|prefix)=/.test(word.text));
  });
}

/** Collects the files given to an interpreter; returns whether it reads its program from standard input. */
function readsInput(interpreter: Interpreter, words: readonly Word[], seen: Seen): boolean {
  const { code, values, commands, endings = [] } = interpreter;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (!word || stdin.test(word.text)) return true;
    const next = words[at + 1];
    if (word.text === "--") {
      if (next) take(next, seen, endings);
      return !next;
    }
    if (!/^[-+]./.test(word.text) || !word.literal) {
      take(word, seen, endings);
      if (word.literal && commands?.test(word.text)) continue;
      return false;
    }
    if (code?.test(word.text)) {
      // Expansions inside code are code.
      if (next?.expands && next.name === undefined) seen.unknown = true;
      if (interpreter === shell) for (const { text } of words.slice(at + 1)) seen.lines.add(text);
      return false;
    }
    if (interpreter === shell && /^-[a-z]*s/.test(word.text)) return true;
    const [, attached] = (endings.includes("/__main__.py") && python.exec(word.text)) || [];
    if (attached !== undefined) {
      const module = attached === "" ? next : cut(word, word.text.length - attached.length);
      if (module)
        take({ ...module, name: module.name?.replaceAll(".", "/") }, seen, [
          ".py",
          "/__main__.py",
          "/__init__.py",
        ]);
      return false;
    }
    if ((values?.test(word.text) || /^--[\w-]+$/.test(word.text)) && next && !/^[-+]./.test(next.text)) {
      take(next, seen, endings);
      at++;
    }
  }
  return true;
}

/** Collects the files named by flags of a command's programs. */
function readFlags(words: readonly Word[], seen: Seen): void {
  const rows = new Set<(typeof flagged)[number]>();
  const last = words.some(({ text }) => fillers.test(baseOf(text))) ? unsure : undefined;
  for (const [at, word] of words.entries()) {
    for (const row of /^-./.test(word.text) ? rows : []) {
      const { files = [], lines = [], folders = [], settings = [], endings } = row;
      const next = words[at + 1] ?? last;
      const before = words[at - 1]?.text ?? "";
      const inFront =
        row.programs.test(baseOf(before)) ||
        before.startsWith("-") ||
        /^-[cC]$/.test(words[at - 2]?.text ?? "");
      for (const value of valuesOf(files, word, next)) take(value, seen, endings);
      for (const value of valuesOf(folders, word, next)) readFolders(value, seen);
      for (const value of valuesOf(lines, word, next)) runLine(value, seen);
      for (const value of inFront ? valuesOf(settings, word, next) : []) {
        const [key = ""] = value.text.split("=", 1);
        if (/path$|^include|template/i.test(key)) readFolders(cut(value, key.length + 1), seen);
        else runLine(cut(value, key.length + 1), seen);
      }
    }
    const base = baseOf(word.text);
    for (const row of flagged) if (row.programs.test(base)) rows.add(row);
  }
}

/** The values a word gives to one of the flags, also combined with other letters. */
function valuesOf(names: readonly string[], word: Word, next: Word | undefined): Word[] {
  const { text } = word;
  return names.flatMap((name) => {
    if (text === name) return next ?? [];
    if (name.length > 2) return text.startsWith(`${name}=`) ? cut(word, name.length + 1) : [];
    const at = text.indexOf(name.charAt(1), 1);
    if (at < 0 || !/^-[a-zE\d]*$/.test(text.slice(0, at))) return [];
    return at + 1 === text.length ? (next ?? []) : cut(word, at + 1);
  });
}

const unsure: Word = { text: "", pattern: false, literal: false, expands: true };

function readVariable(name: string, value: Word, seen: Seen): void {
  const row = variables.find(({ names }) => names.test(name));
  if (!row) return;
  if (name === "CDPATH") seen.moves = true;
  if (row.is === "folder") readFolders(value, seen);
  else if (row.is === "line") runLine(value, seen);
  else if (value.name === undefined || value.pattern) seen.unknown = true;
  else if (row.is === "files") for (const one of value.name.split(/[\s:]+/)) seen.lines.add(`. ${one}`);
  else seen.lines.add(`${row.is.flagsOf} ${value.name}`);
}

function runLine(value: Word, seen: Seen): void {
  if (value.name === undefined || value.pattern) seen.unknown = true;
  else if (!/^\w+:\/\//.test(value.name)) seen.lines.add(value.name.replace(/^!/, ""));
}

/** Collects search folders, prepended or appended to the usual ones. */
function readFolders({ text, name }: Word, seen: Seen): void {
  const { home = "~" } = seen.known;
  for (const folder of (name ?? text).split(":")) {
    if (/^(?:\$\w+|\$\{\w+\})?$/.test(folder) && !/PWD|HOME/.test(folder)) continue;
    const path = folder.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, home);
    if (/^\/[\w./+@-]*$/.test(path)) seen.searched.push(path);
    else seen.unknown = true;
  }
}

/** Input by a redirection or a pipe: the files that the preceding commands name. */
function readInput(command: Node, isShell: boolean, seen: Seen): void {
  for (let node: Node | null = command; node; node = node.parent) {
    if (node.type !== "pipeline" && node.type !== "redirected_statement" && node !== command) continue;
    for (const one of node.children) {
      if (one?.type === "file_redirect" && /^\d*<(?!&)/.test(one.text)) {
        const target = one.childForFieldName("destination");
        if (target) take(wordOf(target, seen.known), seen);
      }
      if (isShell && /^here(?:doc|string)_redirect$/.test(one?.type ?? ""))
        for (const body of one?.descendantsOfType(["heredoc_body", "string", "raw_string", "word"]) ?? [])
          if (body) seen.lines.add(unquoted(body));
    }
    if (node.type !== "pipeline") continue;
    const before = node.descendantsOfType(["command", "file_redirect"]);
    for (const one of before) {
      if (!one || one.startIndex >= command.startIndex) continue;
      const words = one.type === "command" ? wordsOf(one, seen.known).slice(1) : [];
      for (const word of words) {
        if (/^-|:\/\//.test(word.text)) continue;
        take(word, seen);
        if (isShell && /\s/.test(word.text)) seen.lines.add(word.text);
      }
      const target = one.type === "file_redirect" && one.childForFieldName("destination");
      if (target) take(wordOf(target, seen.known), seen);
    }
  }
}

function take({ name, pattern }: Word, seen: Seen, endings: readonly string[] = []): void {
  if (name === undefined || leadsAway(name)) seen.unknown = true;
  else if (name !== "")
    (pattern ? seen.patterns : seen.files).push(name, ...endings.map((ending) => `${name}${ending}`));
}

/** Whether a path differs for each process. */
function leadsAway(path: string): boolean {
  return /^(?:\/+|(?:\.\.\/)+)(?:proc|dev)\/(?!null$)/.test(normalize(path));
}

/** Whether a word is an interpreter's name, with or without its folder. */
function interpreterOf(word: string): Interpreter | undefined {
  const name = baseOf(word);
  return interpreters.find(({ programs }) => programs.test(name));
}

function baseOf(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

/** A word without its first characters, which no shell expands. */
function cut(word: Word, signs: number): Word {
  const start = word.text.slice(0, signs);
  const name = word.name?.startsWith(start) ? word.name.slice(signs) : undefined;
  return { ...word, text: word.text.slice(signs), name };
}

function wordsOf(command: Node, known: KnownWords): Word[] {
  return command.children.flatMap((child) =>
    !child || /_redirect$|^variable_assignment$/.test(child.type) ? [] : wordOf(child, known),
  );
}

const expansions = [
  "simple_expansion",
  "expansion",
  "command_substitution",
  "process_substitution",
  "arithmetic_expansion",
];

function wordOf(node: Node, known: KnownWords): Word {
  const { text } = node;
  if (plainWord.test(text)) return { text, name: text, pattern: false, literal: true, expands: false };
  const { name, pattern = false } = expandWord(node, known) ?? {};
  const isPut = /[$~]/.test(text) && expandWord(node, { globs: false, cuts: false }) === undefined;
  const expands = /[$`(]/.test(text) && node.descendantsOfType(expansions).length > 0;
  return { text: unquoted(node), name, pattern, literal: name !== undefined && !pattern && !isPut, expands };
}

/** Without characters special to any shell. */
const plainWord = /^[\w./:=,+@%-]*$/;
