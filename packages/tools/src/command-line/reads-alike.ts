import { plainLetters, visibleText } from "@kestrel/text";
import type { Node } from "@vscode/tree-sitter-wasm";

/** UTF-16 units. Rules never match a longer line. */
const longestLine = 8_192;

/** Commands in one line. */
const mostCommands = 50;

/** Nodes on which dash and bash agree. All other grammar differs between them or hides what it runs. */
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
 * Letters, marks and digits of any script, the joiners some scripts need, and East Asian name punctuation. Nine shells treat each as a
 * letter, in C, UTF-8 and older encodings; other characters need quotes.
 */
const letters = "\\p{L}\\p{M}\\p{N}\\u200c\\u200d、。〈〉《》「」『』【】〔〕（）·・";
/** A word without a pattern, a brace, a tilde or an assignment. */
const plainWord = new RegExp(`^[${letters}_/.,:@%+-][${letters}_/.,:@%+=^-]*$`, "u");
const plainName = new RegExp(`^[${letters}_./][${letters}_./+-]*$`, "u");

/** Separators other than the ASCII space, and unassigned or private code points. */
const doubtful = /[^\P{Z} ]|[\p{Cn}\p{Co}]/u;

/**
 * Whether every shell that `sh` may be parses a line as its tree does (the tree's text begins at its first word): literal words in
 * simple commands, joined by `&&`, `||`, `;`, `|` and line breaks, redirected to nowhere only. A line that fails is not refused.
 */
export function readsAlike(line: string, root: Node): boolean {
  return isPlainText(line) && !root.hasError && isOfKnownKinds(root, { line, commands: 0 });
}

/** Only visible text with ordinary blanks; a backslash only where quotes make it literal. */
function isPlainText(line: string): boolean {
  if (line.length > longestLine || visibleText(line) !== line || doubtful.test(line)) return false;
  return !line.replace(/'[^']*'/g, "''").includes("\\");
}

/** Whether all nodes below a node are on the lists. */
function isOfKnownKinds(node: Node, seen: { line: string; commands: number }): boolean {
  if (!node.isNamed) return marks.has(node.type) && !isSwallowed(node, seen.line);
  if (!nodes.has(node.type) || node.isMissing) return false;
  if (node.type === "file_redirect") return isRedirectToNowhere(node, seen.line);
  if (node.type === "command") return ++seen.commands <= mostCommands && literalWords(node) !== undefined;
  return node.children.every((child) => child !== null && isOfKnownKinds(child, seen));
}

/** A bar directly after a non-ASCII letter: in GBK, Big5 or Shift JIS, bash and ksh read it as the letter's second byte. */
function isSwallowed({ type, startIndex }: Node, line: string): boolean {
  return type.startsWith("|") && !isAscii(line.charAt(startIndex - 1));
}

/** Must follow a blank: in dash `2>&1>/dev/null` is an error, not a redirection. */
function isRedirectToNowhere({ text, startIndex }: Node, line: string): boolean {
  return redirects.has(text) && /[ \t]/.test(line.charAt(startIndex - 1));
}

/** The name and the arguments; undefined when one of them is not literal. */
export function literalWords(command: Node): string[] | undefined {
  const words: string[] = [];
  for (const child of command.children) {
    const word = child && (child.type === "command_name" ? nameOf(child) : wordOf(child));
    if (typeof word !== "string") return undefined;
    words.push(word);
  }
  return words.length > 0 ? words : undefined;
}

/** A plain word; not a number, dash or shell keyword, nor a non-ASCII name that some file systems treat as an ASCII one. */
function nameOf(node: Node): string | undefined {
  const { text } = node;
  const isWord = node.childCount === 1 && node.child(0)?.type === "word";
  if (!isWord || !plainName.test(text)) return undefined;
  return isAscii(text) || !isAscii(plainLetters(text)) ? text : undefined;
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** The value of a word; undefined when the shell would have to expand it. */
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
