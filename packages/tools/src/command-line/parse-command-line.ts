import type { Node } from "@vscode/tree-sitter-wasm";
import { loadGrammar } from "../syntax/load-grammar.ts";

/** One simple command: its name and its arguments, as the shell hands them over. `fed`: it reads what another one writes. */
export type SimpleCommand = { name: string; words: readonly string[]; fed: boolean };

/** UTF-8 bytes. A longer line is not read: 1 MiB costs a third of a second, 8 KiB a third of a millisecond. */
const longestLine = 8_192;

/** Commands in one line. Nobody means more by a line that only looks. */
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

/** A word without a pattern, a brace, a tilde or an assignment. */
const plainWord = /^[A-Za-z0-9_/.,:@%+-][A-Za-z0-9_/.,:@%+=^-]*$/;

/**
 * The simple commands of a shell line, in order, where every shell that may stand behind `sh` reads them alike: literal
 * words, joined by `&&`, `||`, `;`, `|` and line breaks, nothing redirected but to nowhere. Undefined for every other line,
 * whatever it does.
 */
export async function parseCommandLine(line: string): Promise<readonly SimpleCommand[] | undefined> {
  if (!isPlainText(line)) return undefined;
  const parser = await loadGrammar("bash");
  const tree = parser.parse(line);
  if (!tree) return undefined;
  try {
    if (tree.rootNode.hasError) return undefined;
    const found: SimpleCommand[] = [];
    return collect(tree.rootNode, false, found) && found.length > 0 ? found : undefined;
  } finally {
    tree.delete();
  }
}

/** Printable ASCII with line breaks and tabs; a backslash only where quotes make it a letter. */
function isPlainText(line: string): boolean {
  if (line.length > longestLine || /[^\n\t -~]/.test(line)) return false;
  return !line.replace(/'[^']*'/g, "''").includes("\\");
}

/** Gathers the commands below a node. False as soon as something is not on the lists. */
function collect(node: Node, fed: boolean, found: SimpleCommand[]): boolean {
  if (!node.isNamed) return marks.has(node.type);
  if (!nodes.has(node.type) || node.isMissing) return false;
  if (node.type === "file_redirect") return isRedirectToNowhere(node);
  if (node.type === "command") {
    const [name, ...words] = wordsOf(node) ?? [];
    if (name === undefined || found.length === mostCommands) return false;
    found.push({ name, words, fed });
    return true;
  }
  const isPipe = node.type === "pipeline";
  return node.children.every(
    (child, at) => child !== null && collect(child, fed || (isPipe && at > 0), found),
  );
}

/** Behind a blank: to dash `2>&1>/dev/null` is no redirection but an error. */
function isRedirectToNowhere({ text, startIndex, tree }: Node): boolean {
  return redirects.has(text) && /[ \t]/.test(tree.rootNode.text.charAt(startIndex - 1));
}

/** The name and what stands behind it; undefined when one of them is not literal. */
function wordsOf(command: Node): string[] | undefined {
  const words: string[] = [];
  for (const child of command.children) {
    const word = child && (child.type === "command_name" ? nameOf(child) : wordOf(child));
    if (typeof word !== "string") return undefined;
    words.push(word);
  }
  return words;
}

/** A bare name that the shell looks for on its path. */
function nameOf(node: Node): string | undefined {
  const { text } = node;
  return node.childCount === 1 && node.child(0)?.type === "word" && /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(text)
    ? text
    : undefined;
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
