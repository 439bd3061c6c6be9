import { trustedAddress } from "../ui/trusted-address.ts";
import address from "./highlight-worker.ts?worker&url";

/** A stretch of code in one colour: its length, and its class or nothing. */
export type Run = readonly [length: number, look: string];

export type Asked = { id: number; language: string; text: string };
type Answer = { id: number; runs: readonly Run[] | undefined };

/** Longer code is not highlighted: the page would have too many elements. Characters. */
const longestHighlighted = 60_000;

const asking = new Map<number, (runs: Answer["runs"]) => void>();
let worker: Worker | undefined;
let isBroken = false;
let asked = 0;

/** Highlights code in a worker, which starts with the first code. Undefined for an unknown language, and for long code. */
export async function highlight(language: string, text: string): Promise<Answer["runs"]> {
  if (isBroken || language === "" || text.length > longestHighlighted) return undefined;
  worker ??= started();
  const id = asked++;
  worker.postMessage({ id, language, text } satisfies Asked);
  return new Promise((resolve) => asking.set(id, resolve));
}

/** Where it cannot be loaded, as after an update of the daemon or after a failure, code stays without colours. */
function started(): Worker {
  const begun = new Worker(trustedAddress(address));
  begun.onmessage = ({ data: { id, runs } }: MessageEvent<Answer>) => {
    asking.get(id)?.(runs);
    asking.delete(id);
  };
  begun.onerror = () => {
    for (const answer of asking.values()) answer(undefined);
    asking.clear();
    isBroken = true;
  };
  return begun;
}

/** The language of a file, by its extension or, without one, its name. */
export function languageOf(path: string): string {
  return (
    path
      .slice(path.lastIndexOf("/") + 1)
      .split(".")
      .at(-1)
      ?.toLowerCase() ?? ""
  );
}

/** Divides the runs of a text among its consecutive parts, by the length of each. */
export function dividing(runs: readonly Run[]): (length: number) => readonly Run[] {
  let index = 0;
  let used = 0;
  return (length) => {
    const part: Run[] = [];
    for (let left = length; left > 0; ) {
      const run = runs[index];
      if (!run) break;
      const taken = Math.min(left, run[0] - used);
      part.push([taken, run[1]]);
      left -= taken;
      used += taken;
      if (used < run[0]) continue;
      index++;
      used = 0;
    }
    return part;
  };
}
