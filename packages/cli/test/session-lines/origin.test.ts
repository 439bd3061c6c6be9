import { SessionId } from "@kestrel/protocol";
import { emptySession, summarise } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { resolutionLine } from "../../src/session-lines/resolution-line.ts";
import { titleTable } from "../../src/session-lines/session-table.ts";
import { messageLines } from "../../src/session-lines/transcript-lines.ts";

const origin = { channel: "telegram", sender: "412587349" };

it("what came through a channel is marked with it: a session, a message, an answer", async () => {
  const say = await speaker("en");
  const session = summarise({
    ...{ ...emptySession, sessionId: SessionId.parse("s00000001"), title: "Which bird?" },
    ...{ workspace: "/work", openedAt: "2026-11-22T10:00:00Z", changedAt: "2026-11-22T10:00:00Z" },
    origin: { channel: "telegram" },
  });
  expect(titleTable([session], { say })[0]).toContain("telegram: Which bird?");
  expect(messageLines({ text: "Which bird?", origin }, say, (_, text) => text)).toEqual([
    "› Which bird?",
    "  from telegram, 412587349",
  ]);
  const answer = { type: "approval.resolved", turnId: "t1", callId: "c1", digest: "d", by: "user" } as const;
  expect(resolutionLine({ ...answer, decision: "denied", origin }, say)).toBe(
    "denied · from telegram, 412587349",
  );
});
