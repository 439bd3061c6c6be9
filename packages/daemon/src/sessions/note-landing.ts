import { landingCounts, type Session } from "@kestrel/core";
import type { TurnId } from "@kestrel/protocol";
import type { ModelsInUse } from "../models-in-use.ts";

/** What the calls of a turn came in as is counted for its model; a turn that two models spoke in counts for neither. */
export function noteLanding(catalog: ModelsInUse["catalog"], session: Session, turnId: TurnId): void {
  const [count, ...more] = Object.values(landingCounts(session.state(), turnId));
  if (count && more.length === 0) void catalog.noteLanding(count);
}
