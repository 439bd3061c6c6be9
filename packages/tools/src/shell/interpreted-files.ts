import type { Node } from "@vscode/tree-sitter-wasm";
import { everyWord } from "../command-line/every-word.ts";
import { withTree } from "../command-line/parse-line.ts";
import { unquoted } from "../command-line/simple-commands.ts";

/** What a line runs as files: by an interpreter, by `source`, or as a program with a path. */
export type InterpretedFiles = {
  /** Names as they are written. Each is run if it is there when the line runs. */
  files: readonly string[];
  /** The programs it starts, as they are written. */
  programs: readonly string[];
  /** Whether the shell works out a name, or the folder of one, while the line runs. */
  unknown: boolean;
};

type Word = { text: string; plain: boolean };

type Interpreter = {
  programs: RegExp;
  /** Flags with code behind them: no file follows. */
  code?: RegExp;
  /** Flags with a value of their own behind them. */
  values?: RegExp;
  /** Words in front of the file. */
  commands?: RegExp;
  /** Files that a name can stand for beside itself. */
  endings?: readonly string[];
};

const interpreters: readonly Interpreter[] = [
  {
    programs: /^(?:ba|da|a|z|k|mk|fi)?sh$/,
    code: /^-[a-z]*c/,
    values: /^(?:[-+][a-zA-Z]*[oO]|--(?:rcfile|init-file))$/,
  },
  {
    programs: /^(?:python|pypy)[\d.]*$/,
    code: /^-[bBdEhiIOPqsSuvVx]*c/,
    values: /^(?:-[a-zA-Z]*[WXQ]|--check-hash-based-pycs)$/,
    endings: ["/__main__.py"],
  },
  {
    programs: /^(?:node(?:js)?[\d.]*|tsx|ts-node)$/,
    code: /^(?:-[pe]+|--eval|--print)(?:=|$)/,
    values: /^-[rC]$/,
    endings: [".js", ".json", ".node", ".ts", "/package.json", "/index.js"],
  },
  {
    programs: /^(?:bun|deno)$/,
    code: /^(?:-[pe]+|--eval|--print)(?:=|$)/,
    values: /^-[rc]$/,
    commands: /^(?:run|test|serve|bench)$/,
    endings: [".js", ".ts", ".mjs", ".tsx", ".jsx"],
  },
  {
    programs: /^perl[\d.]*$/,
    code: /^-[acdfFgGilnpsStTuUvwWX\d]*[eE]/,
    values: /^-I$/,
  },
  { programs: /^j?ruby[\d.]*$/, code: /^-[aAcdhlnpsSvwWy\d]*e/, values: /^-[rICEK]$/ },
  { programs: /^php[\d.]*$/, code: /^-[rBRE]/, values: /^-[cdzfStT]$/ },
  { programs: /^lua(?:jit)?[\d.]*$/, values: /^-[el]$/ },
  { programs: /^Rscript$/, code: /^-e/ },
];

const [shell] = interpreters;
/** They read their words as a line of shell. */
const readers = /^(?:eval|trap|watch|su)$/;
/** They start the program that stands behind them. */
const starters =
  /^(?:.*\/)?(?:builtin|command|doas|env|exec|ionice|nice|nohup|setsid|stdbuf|sudo|time|timeout|xargs)$/;
const python = /^-[bBdEhiIOPqsSuvVx]*m(.*)$/;
const stdin = /^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/;
/** Lines within lines. */
const deepest = 4;

/** The files that a line runs through an interpreter, whatever they are called and whether or not they exist. */
export async function interpretedFiles(line: string, depth = 0): Promise<InterpretedFiles> {
  if (depth > deepest) return { files: [], programs: [], unknown: true };
  const seen = await withTree(line, ({ rootNode }) => readLine(rootNode));
  if (!seen) return { files: [], programs: [], unknown: true };
  const inner = await Promise.all(seen.lines.map((one) => interpretedFiles(one, depth + 1)));
  const files = [...seen.files, ...inner.flatMap((one) => one.files)];
  const lost = seen.moves && files.some((file) => !file.startsWith("/"));
  return {
    files: [...new Set(files)],
    programs: [...seen.programs, ...inner.flatMap(({ programs }) => programs)],
    unknown: seen.unknown || lost || inner.some(({ unknown }) => unknown),
  };
}

/** `moves`: it goes to a folder that is not known. `lines`: what it hands to a shell. */
type Seen = { files: string[]; programs: string[]; lines: string[]; unknown: boolean; moves: boolean };

function readLine(root: Node): Seen {
  const seen: Seen = { files: [], programs: [], lines: [], unknown: false, moves: false };
  const all = root.descendantsOfType("command").flatMap((node) => node ?? []);
  for (const command of all) readCommand(command, seen);
  // A tree with errors need not be what the shell reads.
  if (
    root.hasError &&
    everyWord(root).words.some((word) => /^(?:source|\.)$/.test(word) || interpreterOf(word))
  )
    seen.unknown = true;
  return seen;
}

function readCommand(command: Node, seen: Seen): void {
  const words = wordsOf(command);
  const [name, ...rest] = words;
  if (!name) return;
  const started = starters.test(name.text) ? words : [name];
  seen.programs.push(...started.map(({ text }) => text));
  if (!name.plain) seen.unknown = true;
  else if (name.text.includes("/")) take(name, seen);
  if (/^(?:cd|pushd)$/.test(name.text)) {
    const folder = rest.find(({ text }) => !/^-./.test(text));
    if (!folder?.plain || folder.text === "-" || folder.text.includes("/proc/")) seen.moves = true;
  }
  if (readers.test(name.text)) seen.lines.push(rest.map(({ text }) => text).join(" "));
  if (/^(?:source|\.)$/.test(name.text)) {
    const file = rest.find(({ text }) => text !== "--");
    if (file && stdin.test(file.text)) readInput(command, true, seen);
    else if (file) take(file, seen);
  }
  for (const [at, word] of words.entries()) {
    const interpreter = word.plain ? interpreterOf(word.text) : undefined;
    if (interpreter && readsInput(interpreter, words.slice(at + 1), seen))
      readInput(command, interpreter === shell, seen);
  }
}

/** Takes the files that an interpreter is given; says whether its program comes in by its standard input. */
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
    if (!/^[-+]./.test(word.text) || !word.plain) {
      take(word, seen, endings);
      if (word.plain && commands?.test(word.text)) continue;
      return false;
    }
    if (code?.test(word.text)) {
      if (interpreter === shell) seen.lines.push(...words.slice(at + 1).map(({ text }) => text));
      return false;
    }
    if (interpreter === shell && /^-[a-z]*s/.test(word.text)) return true;
    const [, attached] = (endings.includes("/__main__.py") && python.exec(word.text)) || [];
    if (attached !== undefined) {
      const module = attached === "" ? next : { text: attached, plain: word.plain };
      if (module)
        take({ ...module, text: module.text.replaceAll(".", "/") }, seen, [
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

/** What comes in by a redirection or a pipe: the files that the commands in front of it name. */
function readInput(command: Node, isShell: boolean, seen: Seen): void {
  for (let node: Node | null = command; node; node = node.parent) {
    if (node.type !== "pipeline" && node.type !== "redirected_statement" && node !== command) continue;
    for (const one of node.children) {
      if (one?.type === "file_redirect" && /^\d*<(?!&)/.test(one.text)) {
        const target = one.childForFieldName("destination");
        if (target) take(wordOf(target), seen);
      }
      if (isShell && /^here(?:doc|string)_redirect$/.test(one?.type ?? ""))
        seen.lines.push(
          ...(one?.descendantsOfType(["heredoc_body", "string", "raw_string", "word"]) ?? []).flatMap(
            (body) => (body ? [unquoted(body)] : []),
          ),
        );
    }
    if (node.type !== "pipeline") continue;
    const before = node.descendantsOfType(["command", "file_redirect"]);
    for (const one of before) {
      if (!one || one.startIndex >= command.startIndex) continue;
      const words = one.type === "command" ? wordsOf(one).slice(1) : [];
      for (const word of words) {
        if (/^-|:\/\//.test(word.text)) continue;
        take(word, seen);
        if (isShell && /\s/.test(word.text)) seen.lines.push(word.text);
      }
      const target = one.type === "file_redirect" && one.childForFieldName("destination");
      if (target) take(wordOf(target), seen);
    }
  }
}

function take({ text, plain }: Word, seen: Seen, endings: readonly string[] = []): void {
  if (!plain || /^\/(?:proc|dev)\/(?!null$)/.test(text)) seen.unknown = true;
  else if (text !== "") seen.files.push(text, ...endings.map((ending) => `${text}${ending}`));
}

/** Whether a word is an interpreter's name, with or without its folder. */
function interpreterOf(word: string): Interpreter | undefined {
  const name = word.slice(word.lastIndexOf("/") + 1);
  return interpreters.find(({ programs }) => programs.test(name));
}

function wordsOf(command: Node): Word[] {
  return command.children.flatMap((child) =>
    !child || /_redirect$|^variable_assignment$/.test(child.type) ? [] : wordOf(child),
  );
}

function wordOf(node: Node): Word {
  return { text: unquoted(node), plain: isPlain(node) };
}

/** Whether a shell takes a word as it is written. */
function isPlain(node: Node): boolean {
  const children = () => node.children.every((child) => child !== null && isPlain(child));
  switch (node.type) {
    case "raw_string":
      return true;
    case "string":
      return !/[$`\\]/.test(node.text);
    case "concatenation":
    case "command_name":
      return children();
    default:
      if (node.isNamed && node.type !== "word" && node.type !== "number") return false;
      return !/[$`*?{}~[\]()]/.test(node.text.replaceAll(/\\./gs, ""));
  }
}
