/**
 * Where all ends that began with a call, of which another begins at `at` before a value in it has ended: it can be read in two ways, as data or as a call
 * that was meant, and nothing of it may run. `edges` (global) finds what begins a call, in its first group, and what ends one.
 */
export function endOfNested(text: string, at: number, edges: RegExp): number {
  edges.lastIndex = at;
  let open = 1;
  for (let edge = edges.exec(text); edge; edge = edges.exec(text)) {
    open += edge[1] === undefined ? -1 : 1;
    if (open === 0) return edges.lastIndex;
  }
  return text.length;
}

/** Why it does not run. */
export const nestedCall = "a call begins inside a value";
