import type { Tree } from "@vscode/tree-sitter-wasm";
import { loadGrammar } from "../syntax/load-grammar.ts";

/** UTF-16 units. A longer line is not parsed: parsing it could block the daemon. */
const longestParsed = 8_192;
/** Milliseconds. An ordinary line of 8 KiB takes a tenth of this; some that are made for it take seconds. */
const longestParse = 40;

/** The last line that took too long. Each call parses its line several times; this way only the first try costs time. */
let tooSlow: string | undefined;

/** Calls `look` with the syntax tree of a shell line. Undefined when there is no tree. The tree is freed afterwards. */
export async function withTree<Seen>(line: string, look: (tree: Tree) => Seen): Promise<Seen | undefined> {
  if (line.length > longestParsed || line === tooSlow) return undefined;
  const parser = await loadGrammar("bash");
  const until = performance.now() + longestParse;
  const tree = parser.parse(line, null, { progressCallback: () => performance.now() > until });
  if (!tree) {
    parser.reset();
    tooSlow = line;
    return undefined;
  }
  try {
    return look(tree);
  } finally {
    tree.delete();
  }
}
