import type { SimpleCommand } from "@kestrel/protocol";
import type { Node } from "@vscode/tree-sitter-wasm";
import { literalWords } from "./reads-alike.ts";

/** The nodes of a sequence of simple commands. Other nodes group, loop, feed or compute commands. */
const rows = new Set(["program", "list", "pipeline", "redirected_statement", "comment"]);
const joints: Readonly<Record<string, SimpleCommand["joint"]>> = {
  "&&": "&&",
  "||": "||",
  "|": "|",
  "|&": "|",
  "&": "&",
  ";": ";",
  "\n": ";",
};

/**
 * The simple commands of a line, in order, with their separators: leading assignments count as words, redirections are dropped.
 * Undefined for a line with anything else. This describes a line; the shell's reading is certain only where `readsAlike`.
 */
export function simpleCommands(root: Node): SimpleCommand[] | undefined {
  const found: SimpleCommand[] = [];
  if (root.hasError || !gather(root, found)) return undefined;
  const last = found.at(-1);
  // No command follows the separator.
  if (last?.joint === ";") last.joint = "";
  return last && found;
}

function gather(node: Node, found: SimpleCommand[]): boolean {
  if (!node.isNamed) {
    const last = found.at(-1);
    const joint = joints[node.type];
    if (last && joint !== undefined && last.joint === "") last.joint = joint;
    return joint !== undefined;
  }
  switch (node.type) {
    case "file_redirect":
    case "comment":
      return true;
    case "command": {
      const words = literalWords(node) ?? roughWords(node);
      if (words) found.push({ words, joint: "" });
      return words !== undefined;
    }
    default:
      return rows.has(node.type) && node.children.every((child) => child !== null && gather(child, found));
  }
}

/** Words as written, without quotes; expansions stay unexpanded. */
function roughWords(command: Node): string[] | undefined {
  const words: string[] = [];
  for (const child of command.children) {
    if (!child || hides.has(child.type) || child.descendantsOfType([...hides]).length > 0) return undefined;
    if (child.type !== "file_redirect") words.push(unquoted(child));
  }
  return words.length > 0 ? words : undefined;
}

const hides = new Set([
  "command_substitution",
  "process_substitution",
  "herestring_redirect",
  "heredoc_redirect",
]);

/** The text of a word without its quotes and backslashes. */
export function unquoted(node: Node): string {
  const { type, text } = node;
  switch (type) {
    case "raw_string":
      return text.slice(1, -1);
    case "ansi_c_string":
      return withoutEscapes(text.slice(2, -1));
    case "string":
      return text.slice(1, -1).replaceAll(/\\(.)/gs, "$1");
    case "word":
      return text.replaceAll(/\\(.)/gs, (_all, sign: string) => (sign === "\n" ? "" : sign));
    case "concatenation":
    case "command_name":
      return node.children.map((child) => (child ? unquoted(child) : "")).join("");
    default:
      return text;
  }
}

/** Escapes of `$'…'` that can produce a letter: the numeric ones. */
function withoutEscapes(text: string): string {
  const number = /\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|U([0-9a-f]{1,8})|([0-7]{1,3})|(.))/gis;
  return text.replace(number, (all, byte, short, long, octal, sign) => {
    const hex: string | undefined = byte ?? short ?? long;
    const code = hex === undefined ? Number.parseInt(octal, 8) : Number.parseInt(hex, 16);
    if (sign !== undefined) return sign;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
