import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Tree } from "@vscode/tree-sitter-wasm";
import { loadGrammar } from "../syntax/load-grammar.ts";

/** UTF-16 units. A longer line is not parsed. */
const longestParsed = 8_192;
/** Milliseconds of CPU time. An ordinary line of 8 KiB takes a tenth of this; crafted lines take seconds. */
const mostWork = 40;
/**
 * Milliseconds that one parser step counts at most. A step of an ordinary line takes 0.03; a longer one was probably interrupted by
 * other programs, which must not change the result. A short line has too few steps to reach the limit.
 */
const longestStep = 2;
/** Milliseconds after which the parser yields to other work of the daemon. */
const longestSlice = 20;

/** The last line and its tree: each call needs it several times, and it is parsed once. */
let last: { line: string; tree: Promise<Tree | undefined> } | undefined;

/** Calls `look` with the syntax tree of a shell line. Undefined when there is no tree. The tree is freed with the next line. */
export async function withTree<Seen>(line: string, look: (tree: Tree) => Seen): Promise<Seen | undefined> {
  if (line.length > longestParsed) return undefined;
  if (last?.line !== line) {
    // Every caller that waits for the old tree started before this, so it reads the tree before it is freed.
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

/** Milliseconds of CPU time of this process since then. */
function processorTime(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
