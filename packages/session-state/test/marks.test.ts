import { type EventBody, SessionId } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { emptySession, evolve, nestedSessions, summarise } from "../src/index.ts";

const opened: EventBody = {
  type: "session.opened",
  sessionId: SessionId.parse("s00000001"),
  workspace: "/w",
  prefix: { system: "", tools: [], reasoning: "omit" },
  mode: "ask",
  version: "0.1.0",
};

const after = (bodies: readonly EventBody[]) =>
  summarise(
    bodies.reduce(
      (state, body, at) => evolve(state, { v: 1, seq: at + 1, at: `2026-01-01T00:00:0${at}.000Z`, body }),
      emptySession,
    ),
  );

it("keeps what is not named, and moves nothing in the list", () => {
  const session = after([
    opened,
    { type: "session.marked", pinned: true, tags: ["birds"] },
    { type: "session.marked", archived: true },
    { type: "session.marked", pinned: false },
  ]);
  expect(session.marks).toEqual({ pinned: false, archived: true, tags: ["birds"] });
  expect(session.changedAt).toBe("2026-01-01T00:00:00.000Z");
});

it("lists what is pinned first, in its order", () => {
  const at = (id: string, pinned?: boolean) => ({
    ...after([opened]),
    id: SessionId.parse(id),
    marks: { pinned },
  });
  const listed = nestedSessions([
    at("s00000001"),
    at("s00000002", true),
    at("s00000003"),
    at("s00000004", true),
  ]);
  expect(listed.map(({ session }) => session.id)).toEqual([
    "s00000002",
    "s00000004",
    "s00000001",
    "s00000003",
  ]);
});
