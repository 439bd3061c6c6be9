import type { CheckedLoadout } from "@kestrel/protocol/api";
import type { MemoryBill } from "@kestrel/session-state";
import type { Say } from "../../i18n/say.ts";
import { bytesText } from "../../models/bytes-text.ts";
import { grouped } from "../../session-lines/phase-sentence.ts";
import { excessLine } from "../loadout-lines.ts";

/** What a draft costs as it stands: tokens of every session, memory of its models, and the part that is too much. */
export function billSoFar({ bill, excess }: CheckedLoadout, memory: MemoryBill, say: Say): string {
  const { total, limit, exact } = bill;
  const line = say("loadout.soFar", {
    tokens: `${exact ? "" : "~"}${grouped(total)}`,
    ...(limit !== undefined && { limit: grouped(limit) }),
    ...(memory.total > 0 && { memory: `~${bytesText(memory.total)}` }),
  });
  return [`  ${line}`, ...(excess ? [`  ${excessLine(excess, bill, say)}`] : [])].join("\n");
}
