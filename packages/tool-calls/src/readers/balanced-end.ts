/** A broken call longer than this takes the ones behind it along: the search must stay cheap. */
const maximumLength = 20_000;
const brackets = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[{[(]|([}\])])/g;

/** Where the bracket at `at` is closed, one behind it, texts stepped over. It tells where a broken call ends without understanding it. */
export function balancedEnd(text: string, at: number, limit: number): number | undefined {
  let open = 0;
  for (const found of text.slice(at, Math.min(limit, at + maximumLength)).matchAll(brackets)) {
    if (/^["']/.test(found[0])) continue;
    open += found[1] === undefined ? 1 : -1;
    if (open === 0) return at + found.index + 1;
  }
  return undefined;
}
