import type { LandingCount } from "@kestrel/protocol/api";

/** One kind of call. `share` is of all calls; what is no call has none. */
export type LandingRow = { kind: string; count: number; share?: number };

/** All calls, then every kind that was counted, the most frequent first among those found and those mended. */
export function landingRows({ calls, recovered, repaired, rejected, unparsed }: LandingCount): LandingRow[] {
  const ofCalls = (kind: string, count: number): LandingRow => ({ kind, count, share: count / calls });
  const kinds = (group: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .toSorted(([, one], [, other]) => other - one)
      .map(([kind, count]) => ofCalls(`${group}.${kind}`, count));
  const counted = [
    ...kinds("recovered", recovered),
    ...kinds("repaired", repaired),
    ofCalls("rejected", rejected),
    { kind: "unparsed", count: unparsed },
  ];
  return [{ kind: "calls", count: calls }, ...counted.filter(({ count }) => count > 0)];
}
