import type { EventBody, Frame } from "@kestrel/protocol";
import { emptySession, evolve, type SessionState } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { SessionView } from "../../src/repl/session-view.ts";
import { readSurface } from "./read-surface.ts";

const opened: EventBody = {
  type: "session.opened",
  sessionId: "s00000001" as never,
  workspace: "/w",
  prefix: { system: "", tools: [], reasoning: "send" },
  mode: "ask",
  version: "0",
};

/** A session at a terminal, event by event. */
async function atTerminal(language: "en" | "zh-CN" = "en") {
  const surface = readSurface();
  const say = await speaker(language);
  const paint = (_: string, text: string) => text;
  const view = new SessionView({ surface, say, paint, waiting: () => 0, typedHere: () => true });
  let state: SessionState = emptySession;
  const happens = (...bodies: EventBody[]) => {
    for (const body of bodies) {
      const event = { v: 1 as const, seq: state.lastSeq + 1, at: "2026-11-20T00:00:00.000Z", body };
      state = evolve(state, event);
      view.event(event, state);
    }
  };
  happens(opened);
  return { surface, happens, hears: (frame: Frame) => view.frame(frame, state) };
}

describe("a model server that is down", () => {
  const address = "http://127.0.0.1:1234";
  const failure = { code: "unreachable", params: { url: address } } as const;
  const down: Frame = { type: "engine", status: { state: "failed", label: "falcon", address, failure } };

  it("is named below an idle line until it is back", async () => {
    const { surface, hears } = await atTerminal();
    hears(down);
    expect(surface.below).toBe("falcon is down: nothing answers at http://127.0.0.1:1234");
    hears({ type: "engine", status: { state: "ready", label: "falcon", address } });
    expect(surface.below).toBe("");
  });

  it("is told within a turn as what the turn waits for", async () => {
    const { surface, happens, hears } = await atTerminal();
    happens({ type: "turn.started", turnId: "t1", text: "hello" });
    const before = surface.below;
    hears(down);
    expect(surface.below).toBe(before);
  });
});
