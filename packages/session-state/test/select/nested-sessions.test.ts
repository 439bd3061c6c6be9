import { SessionId, type SessionSummary } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { nestedSessions } from "../../src/index.ts";

const summary = (id: string, asker?: string): SessionSummary => ({
  id: SessionId.parse(`s0000000${id}`),
  ...{ title: id, workspace: "/w", openedAt: "", changedAt: "", turns: 1, mode: "ask", attention: "idle" },
  ...(asker && {
    parent: { sessionId: SessionId.parse(`s0000000${asker}`), callId: "c1", helper: "delegate" },
  }),
});

describe("a list of sessions", () => {
  it("has each helper behind the session that asked it, and one whose asker is gone by itself", () => {
    const listed = nestedSessions([summary("3", "1"), summary("2"), summary("4", "9"), summary("1")]);
    expect(listed.map(({ session, nested }) => `${nested ? "└" : ""}${session.title}`)).toEqual([
      "2",
      "4",
      "1",
      "└3",
    ]);
  });

  it("loses none whose logs say that they asked one another, or that a helper asked", () => {
    const all = [
      summary("1", "2"),
      summary("2", "1"),
      summary("3"),
      summary("4", "3"),
      summary("5", "4"),
      summary("6", "6"),
    ];
    const titles = nestedSessions(all).map(({ session }) => session.title);
    expect(titles.sort()).toEqual(["1", "2", "3", "4", "5", "6"]);
  });
});
