import type { Node } from "@vscode/tree-sitter-wasm";
import { unquoted } from "./simple-commands.ts";

const whole = new Set([
  "concatenation",
  "word",
  "raw_string",
  "ansi_c_string",
  "heredoc_body",
  "number",
  "variable_name",
]);

/** A file that is written to: its name when it is literal. */
export type Redirect = { target: string | undefined; appends: boolean };

/** All words of a line: every command's, including those in substitutions, quoted text and unparsed parts. */
export type NamedWords = {
  words: readonly string[];
  /** The files it redirects output to. */
  redirects: readonly Redirect[];
};

/** Collects the words of a tree, with false positives rather than misses: labels and the binding of an approval depend on them. */
export function everyWord(root: Node): NamedWords {
  const words: string[] = [];
  const redirects: Redirect[] = [];
  const add = (text: string) => {
    for (const word of text.split(/[\s;|&()<>{}$`=,[\]"']+/)) if (word !== "") words.push(word);
  };
  const walk = (node: Node) => {
    if (node.type === "file_redirect" && writesFile(node)) redirects.push(redirectOf(node));
    if (node.type === "string") add(node.text);
    else if (whole.has(node.type)) add(unquoted(node));
    if (node.type === "concatenation") {
      const hidden = node.descendantsOfType(["command_substitution", "process_substitution"]);
      for (const inner of hidden) if (inner) walk(inner);
      return;
    }
    if (node.childCount === 0 && node.isError) add(node.text);
    for (const child of node.children) if (child) walk(child);
  };
  walk(root);
  if (root.hasError) add(root.text.replaceAll(/[\\'"]/g, ""));
  return { words, redirects };
}

const operator = /^(?:\{\w+\}|\d*)(&>>?|>>|>\||<>|>&|>|<&|<)\s*/;
/** Redirect targets that store no content. */
const streams = new Set(["/dev/null", "/dev/stdout", "/dev/stderr"]);

function writesFile({ text }: Node): boolean {
  const target = text.replace(operator, "");
  return !/^(?:\d*|&)<(?!>)/.test(text) && !/^\d*>&\s*[\d-]+$/.test(text) && !streams.has(target);
}

function redirectOf({ text }: Node): Redirect {
  const target = text.replace(operator, "");
  const [, plain] = /^(?:([\w./@%+:,=-]+)|'[^']*'|"[^"$`\\]*")$/.exec(target) ?? [];
  const quoted = /^(['"])(.*)\1$/s.exec(target)?.[2];
  const known = plain ?? (quoted !== undefined && !/["'$`\\]/.test(quoted) ? quoted : undefined);
  return { target: known, appends: />>/.test(operator.exec(text)?.[1] ?? "") };
}
