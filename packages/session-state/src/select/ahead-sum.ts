import type { AheadCounters, ReadAhead } from "@kestrel/protocol";

/** The sum of all speculative prefill. */
export function aheadSum({ draft, settle, warm }: AheadCounters): ReadAhead {
  const sum = { read: 0, gained: 0, wasted: 0 };
  for (const { read, gained, wasted } of [draft, settle, warm]) {
    sum.read += read;
    sum.gained += gained;
    sum.wasted += wasted;
  }
  return sum;
}
