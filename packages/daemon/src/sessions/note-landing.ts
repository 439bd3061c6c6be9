import { landingCounts, type Session } from "@kestrel/core";
import type { TurnId } from "@kestrel/protocol";
import type { ModelsInUse } from "../models-in-use.ts";

/** Counts the formats of a turn's calls for its model; skips a turn of two models. */
export function noteLanding(catalog: ModelsInUse["catalog"], session: Session, turnId: TurnId): void {
  const [count, ...more] = Object.values(landingCounts(session.state(), turnId));
  if (count && more.length === 0) void catalog.noteLanding(count);
}
