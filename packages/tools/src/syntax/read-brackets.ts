import type { Lexicon } from "./lexicon.ts";
import type { SyntaxProblem } from "./syntax-checker.ts";

/** A bracket in code, or a preprocessor branch. `leads`: only blanks precede it in its line. */
export type Bracket = { text: string; line: number; indent: number; leads: boolean };

/** The brackets of a text in order, and its unterminated comments and strings. */
export type ReadBrackets = { brackets: readonly Bracket[]; unended: readonly SyntaxProblem[] };

const regexAfter =
  /(?:^|[([{,;=:!&|?+*%^~<>-]|=>|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|new|await|yield))\s*$/;
const blanks = /[ \t]*/y;
const directive = /[ \t]*#[ \t]*(\w+)((?:\\\r?\n|\/\*[\s\S]*?\*\/|[^\n])*)/y;

/** Scans a text by its language's lexicon; a text cut anywhere is scanned to its end. */
export function readBrackets(text: string, lexicon: Lexicon): ReadBrackets {
  const brackets: Bracket[] = [];
  const unended: SyntaxProblem[] = [];
  /** The brace depth of each template string whose code is being scanned. */
  const templates: number[] = [];
  let at = 0;
  let line = 1;
  let lineStart = 0;
  /** End of the current line. */
  let newline = lineEnd(text, 0);

  let lead = { from: -1, text: "" };
  /** The leading blanks of a line, computed once for each line. */
  const leadOf = (from: number) => {
    if (lead.from !== from) lead = { from, text: matched(blanks, text, from) };
    return lead.text;
  };
  const advance = (to: number) => {
    at = Math.min(to, text.length);
    while (newline < at) {
      line += 1;
      lineStart = newline + 1;
      newline = lineEnd(text, lineStart);
    }
  };
  const put = (word: string) => {
    const lead = leadOf(lineStart);
    brackets.push({ text: word, line, indent: columns(lead), leads: lineStart + lead.length === at });
  };
  const lost = (token: string) => {
    unended.push({ line, key: `unended ${token}`, what: `the \`${token}\` here never ends` });
  };
  const template = () => {
    while (at < text.length) {
      const char = text[at];
      if (char === "\\") advance(at + 2);
      else if (char === "`") return advance(at + 1);
      else if (char === "$" && text[at + 1] === "{") {
        templates.push(0);
        return advance(at + 2);
      } else advance(at + 1);
    }
  };

  while (at < text.length) {
    const char = text[at] ?? "";
    if (char === "\n" || char === " ") {
      advance(at + 1);
      continue;
    }
    if (lexicon.preprocessor && char === "#" && lineStart + leadOf(lineStart).length === at) {
      directive.lastIndex = at;
      const [whole = char, word = "", rest = ""] = directive.exec(text) ?? [];
      const off = word === "if" && /^\s*0\s*(\/[*/]|$)/.test(rest);
      if (/^(if|ifdef|ifndef)$/.test(word)) put(off ? "#if 0" : "#if");
      else if (/^(else|elif|elifdef|elifndef)$/.test(word)) put("#else");
      else if (word === "endif") put("#endif");
      advance(off ? deadEnd(text, at + whole.length) : at + whole.length);
      continue;
    }
    if (matches(lexicon.lineComment, text, at)) {
      advance(lineEnd(text, at));
      continue;
    }
    const comment = lexicon.blockComment;
    if (comment && text.startsWith(comment.open, at)) {
      const end = commentEnd(text, at, comment);
      if (end < 0) lost(comment.open);
      advance(end < 0 ? text.length : end);
      continue;
    }
    const long = longString(text, at, lexicon);
    if (long) {
      if (long.end < 0) lost(long.token);
      advance(long.end < 0 ? text.length : long.end);
      continue;
    }
    if (lexicon.lifetimes && char === "'") {
      advance(at + charLength(text, at));
      continue;
    }
    if (lexicon.quotes.includes(char)) {
      // In C an apostrophe between digits is a separator.
      const groups = char === "'" && lexicon.preprocessor && /[0-9a-fA-F]/.test(text[at - 1] ?? "");
      if (groups && /[0-9a-fA-F]/.test(text[at + 1] ?? "") && inNumber(text, at)) {
        advance(at + 1);
        continue;
      }
      const end = shortStringEnd(text, at);
      if (end < 0 && lexicon.strictQuotes) lost(char);
      advance(end < 0 ? lineEnd(text, at) : end);
      continue;
    }
    if (lexicon.templates && char === "`") {
      advance(at + 1);
      template();
      continue;
    }
    if (lexicon.regex && char === "/" && regexAfter.test(text.slice(Math.max(0, at - 40), at))) {
      advance(regexEnd(text, at));
      continue;
    }
    if ("([{}])".includes(char)) {
      const depth = templates.at(-1);
      if (char === "}" && depth === 0) {
        templates.pop();
        advance(at + 1);
        template();
        continue;
      }
      if (depth !== undefined && (char === "{" || char === "}"))
        templates[templates.length - 1] = depth + (char === "{" ? 1 : -1);
      put(char);
    }
    advance(at + 1);
  }
  return { brackets, unended };
}

/** Where `#if 0` ends: before its `#else` or `#endif`. The text between need not be code. */
function deadEnd(text: string, from: number): number {
  let depth = 0;
  const directives = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b/gm;
  directives.lastIndex = from;
  for (let next = directives.exec(text); next; next = directives.exec(text)) {
    const word = next[1] ?? "";
    if (word.startsWith("if")) depth += 1;
    else if (depth === 0) return next.index;
    else if (word === "endif") depth -= 1;
  }
  return text.length;
}

function matched(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function columns(lead: string): number {
  return [...lead].reduce((sum, char) => sum + (char === "\t" ? 4 : 1), 0);
}

function matches(pattern: RegExp | undefined, text: string, at: number): boolean {
  if (!pattern) return false;
  pattern.lastIndex = at;
  return pattern.test(text);
}

function commentEnd(
  text: string,
  from: number,
  { open, close, nests }: NonNullable<Lexicon["blockComment"]>,
) {
  let depth = 1;
  let at = from + open.length;
  while (depth > 0) {
    const end = text.indexOf(close, at);
    if (end < 0) return -1;
    const inner = nests ? text.indexOf(open, at) : -1;
    const nested = inner >= 0 && inner < end;
    depth += nested ? 1 : -1;
    at = nested ? inner + open.length : end + close.length;
  }
  return at;
}

function longString(text: string, at: number, lexicon: Lexicon): { token: string; end: number } | undefined {
  for (const { open, close, escapes } of lexicon.longStrings) {
    open.lastIndex = at;
    const match = open.exec(text);
    if (!match) continue;
    const closer = close.replace("$1", match[1] ?? "");
    let from = at + match[0].length;
    for (;;) {
      const end = text.indexOf(closer, from);
      if (end < 0) return { token: match[0], end: -1 };
      if (!escapes || !isEscaped(text, end)) return { token: match[0], end: end + closer.length };
      from = end + 1;
    }
  }
  return undefined;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes += 1;
  return slashes % 2 === 1;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** The index after the closing quote; -1 when the line ends first. */
function shortStringEnd(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += text.startsWith("\\\r\n", at) ? 2 : 1;
    else if (text[at] === quote) return at + 1;
    else if (text[at] === "\n") return -1;
  }
  return -1;
}

function inNumber(text: string, at: number): boolean {
  return /(?:^|[^\w'])\d[\w']*$/.test(text.slice(Math.max(0, at - 40), at));
}

/** The length of a Rust character literal; 1 when the quote starts a lifetime. */
function charLength(text: string, at: number): number {
  return (
    /^'(?:\\(?:u\{[^}]*\}|x..|.)|[^\\'\n]|[\ud800-\udbff][\udc00-\udfff])'/.exec(text.slice(at, at + 16))?.[0]
      .length ?? 1
  );
}

function regexEnd(text: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; at < text.length && text[at] !== "\n"; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "[") inClass = true;
    else if (text[at] === "]") inClass = false;
    else if (text[at] === "/" && !inClass) return at + 1;
  }
  return from + 1;
}
