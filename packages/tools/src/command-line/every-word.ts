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

/** A file that is written into: its name where it is plain to see. */
export type Redirect = { target: string | undefined; appends: boolean };

/** What a line names, wherever in it: every word of every command, those in substitutions, texts and what could not be read too. */
export type NamedWords = {
  words: readonly string[];
  /** The files it writes into by redirection. */
  redirects: readonly Redirect[];
};

/** Collects the words of a tree, rather too many than too few: labels and the binding of an approval depend on them. */
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
/** Redirect targets that keep no content. */
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
