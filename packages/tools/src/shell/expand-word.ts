import type { Node } from "@vscode/tree-sitter-wasm";

/** What a shell expands words to, as far as it is the same on every run. */
export type KnownWords = {
  home?: string | undefined;
  /** The folder the line starts in. `$PWD` in a word is relative to the folder it is in by then. */
  folder?: string | undefined;
  /** Whether globbing has the default settings. */
  globs: boolean;
  /** Whether word splitting uses the default separators. */
  cuts: boolean;
};

/** Marks a quoted character. */
const quote = "\uE000";
/** Placeholder for the line's current folder. */
const here = "\uE001";
/** The cost of a pattern grows with each. */
const mostStars = 10;
const special = /[*?[\]{}()~$`,]/g;
const variable = /\$(?:(HOME|PWD)(?!\w)|\{(HOME|PWD)\}|\((pwd)\))/g;

/**
 * The shell's expansion of a word. A `pattern` has a `*` for anything with more than one match: it matches at least what the shell's
 * own pattern does. Undefined when that is not certain.
 */
export function expandWord(node: Node, known: KnownWords): { name: string; pattern: boolean } | undefined {
  const { home, globs } = known;
  const written = node.text.includes(quote) || node.text.includes(here) ? undefined : marked(node, known);
  if (written === undefined || (home === undefined && written.startsWith("~"))) return undefined;
  const placed = written.replace(/^~(?=\/|$)/, () => quoted(home ?? "")).replace(/^\uE001(?=\/|$)/, ".");
  const wild = placed.replaceAll(
    /(?<!\uE000)(?:\{[^{}/~\uE000\uE001]*,[^{}/~\uE000\uE001]*\}|\[[^\]/\uE000\uE001]+\]|[*?])/g,
    "*",
  );
  if (/\uE001|(?<!\uE000)[[\]{}()~$`]/.test(wild)) return undefined;
  const stars = wild.match(/(?<!\uE000)\*/g)?.length ?? 0;
  const pattern = stars > 0;
  return (pattern && !globs) || stars > mostStars
    ? undefined
    : { name: wild.replaceAll(/\uE000(.)/gs, "$1"), pattern };
}

/** The word with known variables expanded and quoted characters marked. */
function marked(node: Node, known: KnownWords): string | undefined {
  const { type, text } = node;
  switch (type) {
    case "raw_string":
      return quoted(text.slice(1, -1));
    case "string": {
      if (/[`\\]/.test(text)) return undefined;
      const put = text.slice(1, -1).replaceAll(variable, (all) => knownValue(all, known)?.put ?? all);
      return put.includes("$") ? undefined : quoted(put);
    }
    case "word":
    case "number":
      return text.replaceAll(/\\(.)/gs, (_all, sign: string) => (sign === "\n" ? "" : quoted(sign)));
    case "simple_expansion":
    case "expansion":
    case "command_substitution": {
      const { value = " ", put } = knownValue(text, known) ?? {};
      return known.cuts && !/[\s*?[\]{}()~\\]/.test(value) ? put : undefined;
    }
    case "concatenation":
    case "command_name": {
      const parts = node.children.map((child) => (child ? marked(child, known) : undefined));
      return parts.includes(undefined) ? undefined : parts.join("");
    }
    default:
      return node.isNamed ? undefined : text;
  }
}

function knownValue(
  written: string,
  { home, folder }: KnownWords,
): { value: string; put: string } | undefined {
  switch (written) {
    case "$HOME":
    case `\${HOME}`:
      return home === undefined ? undefined : { value: home, put: home };
    case "$PWD":
    case `\${PWD}`:
    case "$(pwd)":
      return folder === undefined ? undefined : { value: folder, put: here };
    default:
      return undefined;
  }
}

function quoted(text: string): string {
  return text.replaceAll(special, `${quote}$&`);
}
