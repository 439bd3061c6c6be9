import type { LandingCount } from "@kestrel/protocol/api";

/** One kind of call. `share` is of all calls; absent for rows that are not calls. */
export type LandingRow = { kind: string; count: number; share?: number };

/** All calls, then every counted kind, the most frequent first among those parsed and those repaired. */
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
