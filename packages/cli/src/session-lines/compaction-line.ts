import type { EventOf } from "@kestrel/protocol";
import type { CompactionEntry } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { grouped } from "./phase-sentence.ts";

/** How the context was compacted, and by how much. */
export function compactionLine(
  { folded, before, after, by, refused }: CompactionEntry | EventOf<"context.compacted">,
  say: Say,
): string {
  const numbers = { before: grouped(before), after: grouped(after) };
  if (by === undefined) return say("compaction.folded", { ...numbers, count: folded.length });
  const freed = grouped(Math.max(0, before - after));
  if (by !== "rules") return say(`compaction.${by}`, { ...numbers, freed });
  return say("compaction.rules", {
    ...numbers,
    freed,
    reason: say(`compaction.refused.${refused ?? "failed"}`),
  });
}
