import { plainLetters, visibleText } from "@kestrel/text";
import type { Node } from "@vscode/tree-sitter-wasm";

/** UTF-16 units. A rule never covers a longer line. */
const longestLine = 8_192;

/** Commands in one line. */
const mostCommands = 50;

/** What dash and bash agree on. Everything else of the grammar means something else in one of them, or runs what it hides. */
const nodes = new Set([
  "program",
  "list",
  "pipeline",
  "redirected_statement",
  "file_redirect",
  "command",
  "command_name",
  "word",
  "number",
  "string",
  "string_content",
  "raw_string",
  "concatenation",
]);
const marks = new Set(["&&", "||", ";", "|", "\n", '"']);
const redirects = new Set(["2>&1", "1>&2", ">/dev/null", "2>/dev/null", "> /dev/null", "2> /dev/null"]);

/**
 * Letters, marks and digits of any script, the joiners that some are written with, and the signs of East Asian names. To nine
 * shells each is a letter like any other, in C, in UTF-8 and in the older encodings; other signs need quotes.
 */
const letters = "\\p{L}\\p{M}\\p{N}\\u200c\\u200d、。〈〉《》「」『』【】〔〕（）·・";
/** A word without a pattern, a brace, a tilde or an assignment. */
const plainWord = new RegExp(`^[${letters}_/.,:@%+-][${letters}_/.,:@%+=^-]*$`, "u");
const plainName = new RegExp(`^[${letters}_./][${letters}_./+-]*$`, "u");

/** Separators other than the ASCII space, and unassigned or private code points. */
const doubtful = /[^\P{Z} ]|[\p{Cn}\p{Co}]/u;

/**
 * Whether every shell that may stand behind `sh` reads a line as its tree does (whose own text begins at its first word): literal words in simple commands, joined by
 * `&&`, `||`, `;`, `|` and line breaks, nothing redirected but to nowhere. No line is refused by this.
 */
export function readsAlike(line: string, root: Node): boolean {
  return isPlainText(line) && !root.hasError && isOfKnownKinds(root, { line, commands: 0 });
}

/** Text that can all be seen, with ordinary blanks; a backslash only where quotes make it a letter. */
function isPlainText(line: string): boolean {
  if (line.length > longestLine || visibleText(line) !== line || doubtful.test(line)) return false;
  return !line.replace(/'[^']*'/g, "''").includes("\\");
}

/** Whether all below a node is on the lists. */
function isOfKnownKinds(node: Node, seen: { line: string; commands: number }): boolean {
  if (!node.isNamed) return marks.has(node.type) && !isSwallowed(node, seen.line);
  if (!nodes.has(node.type) || node.isMissing) return false;
  if (node.type === "file_redirect") return isRedirectToNowhere(node, seen.line);
  if (node.type === "command") return ++seen.commands <= mostCommands && literalWords(node) !== undefined;
  return node.children.every((child) => child !== null && isOfKnownKinds(child, seen));
}

/** A bar right behind a foreign letter: where text is GBK, Big5 or Shift JIS, bash and ksh take it for the letter's second half. */
function isSwallowed({ type, startIndex }: Node, line: string): boolean {
  return type.startsWith("|") && !isAscii(line.charAt(startIndex - 1));
}

/** Behind a blank: to dash `2>&1>/dev/null` is no redirection but an error. */
function isRedirectToNowhere({ text, startIndex }: Node, line: string): boolean {
  return redirects.has(text) && /[ \t]/.test(line.charAt(startIndex - 1));
}

/** The name and what stands behind it; undefined when one of them is not literal. */
export function literalWords(command: Node): string[] | undefined {
  const words: string[] = [];
  for (const child of command.children) {
    const word = child && (child.type === "command_name" ? nameOf(child) : wordOf(child));
    if (typeof word !== "string") return undefined;
    words.push(word);
  }
  return words.length > 0 ? words : undefined;
}

/** A name that is a plain word, and no number, dash or keyword of the shell's; nor one that a forgiving file system takes for another. */
function nameOf(node: Node): string | undefined {
  const { text } = node;
  const isWord = node.childCount === 1 && node.child(0)?.type === "word";
  if (!isWord || !plainName.test(text)) return undefined;
  return isAscii(text) || !isAscii(plainLetters(text)) ? text : undefined;
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** What the shell makes of a word; undefined where it would have to work it out. */
function wordOf(node: Node): string | undefined {
  const { text } = node;
  switch (node.type) {
    case "word":
    case "number":
      return node.childCount === 0 && plainWord.test(text) ? text : undefined;
    case "raw_string":
      return text.slice(1, -1);
    case "string":
      return /^"[^"$`\\]*"$/.test(text) ? text.slice(1, -1) : undefined;
    case "concatenation": {
      const parts = node.children.map((child) => (child ? wordOf(child) : undefined));
      return parts.every((part) => part !== undefined) ? parts.join("") : undefined;
    }
    default:
      return undefined;
  }
}
