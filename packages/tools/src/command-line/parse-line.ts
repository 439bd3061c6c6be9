import type { Tree } from "@vscode/tree-sitter-wasm";
import { loadGrammar } from "../syntax/load-grammar.ts";

/** Units of UTF-16. A longer line is read by nobody: what is made of it would hold up everybody else. */
const longestParsed = 8_192;
/** Milliseconds. An ordinary line of 8 KiB takes a tenth of this; some that are made for it take seconds. */
const longestParse = 40;

/** The last line that took too long: it is looked at several times on its way, and costs only once. */
let tooSlow: string | undefined;

/** Looks at the tree of a shell line; undefined when there is none. The tree is gone afterwards. */
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
