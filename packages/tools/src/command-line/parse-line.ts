import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Tree } from "@vscode/tree-sitter-wasm";
import { loadGrammar } from "../syntax/load-grammar.ts";

/** UTF-16 units. A longer line is not parsed. */
const longestParsed = 8_192;
/** Milliseconds of work. An ordinary line of 8 KiB takes a tenth of this; some that are made for it take seconds. */
const mostWork = 40;
/**
 * Milliseconds. A step of the parser counts as this much at most. A step of an ordinary line takes 0.03; a longer one was probably
 * interrupted by other programs, and how a line is judged must not depend on them. A short line has too few steps to be given up.
 */
const longestStep = 2;
/** Milliseconds. After this the parser lets other work of the daemon run. */
const longestSlice = 20;

/** The last line and its tree. Each call needs its tree several times; this way it is parsed once. */
let last: { line: string; tree: Promise<Tree | undefined> } | undefined;

/** Calls `look` with the syntax tree of a shell line. Undefined when there is no tree. The tree is freed with the next line. */
export async function withTree<Seen>(line: string, look: (tree: Tree) => Seen): Promise<Seen | undefined> {
  if (line.length > longestParsed) return undefined;
  if (last?.line !== line) {
    // Every caller that waits for the old tree began to wait before this, so it looks before the tree is freed.
    last?.tree.then(
      (tree) => tree?.delete(),
      () => undefined, // expected: the callers that wait for it get the error
    );
    last = { line, tree: parse(line) };
  }
  const tree = await last.tree;
  return tree && look(tree);
}

async function parse(line: string): Promise<Tree | undefined> {
  const parser = await loadGrammar("bash");
  const before = process.cpuUsage();
  let work = 0;
  let isTooSlow = false;
  try {
    for (;;) {
      const began = performance.now();
      let stepped = began;
      const progressCallback = () => {
        const now = performance.now();
        work += Math.min(now - stepped, longestStep);
        stepped = now;
        isTooSlow = work > mostWork && processorTime(before) > mostWork;
        return isTooSlow || now - began > longestSlice;
      };
      // A stopped parser continues where it stopped.
      const tree = parser.parse(line, null, { progressCallback });
      if (tree || isTooSlow) return tree ?? undefined;
      await letOthersRun();
    }
  } finally {
    parser.delete();
  }
}

/** Milliseconds that this process has had a processor since then. */
function processorTime(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
