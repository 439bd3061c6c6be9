import { type EventBody, SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { accountAlong, contextLedger, emptySession, evolve } from "../src/index.ts";

const at = "2026-01-01T00:00:00.000Z";

/** A thousand turns, each counted by its server. */
const history = (): EventBody[] => [
  {
    type: "session.opened",
    sessionId: SessionId.parse("s00000001"),
    workspace: "/w",
    prefix: { system: "You work in one folder.", tools: [], reasoning: "send" },
    mode: "ask",
    version: "0",
  },
  ...Array.from({ length: 1_000 }, (_, number): EventBody[] => {
    const turnId = `t${number}`;
    const usage = { prompt: 100 + number * 30, cached: 90 + number * 30, generated: 10 };
    return [
      { type: "turn.started", turnId, text: `Question ${number}` },
      { type: "request.sent", turnId, step: 1, messages: 2, added: [], tools: "", model: "m" },
      { type: "reply.text", turnId, step: 1, offset: 0, text: "An answer." },
      { type: "reply.completed", turnId, step: 1, finish: "stop", usage },
      { type: "turn.ended", turnId, reason: "done" },
    ];
  }).flat(),
];

describe("an account made along the fold of a long log", () => {
  const folded = (seen: (state: typeof emptySession) => void) => {
    let state = emptySession;
    for (const [index, body] of history().entries()) {
      state = evolve(state, { v: 1, seq: index + 1, at, body });
      seen(state);
    }
    return state;
  };

  it("is the one that is made at once", () => {
    const along = contextLedger(folded(accountAlong));
    expect(along.blocks).toHaveLength(2_001);
    expect(along).toEqual(contextLedger(folded(() => undefined)));
  });
});
