import { callsTool, fakeShell, givenSession, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

describe("stopping", () => {
  it("reaches a reply being spoken and keeps its words", async () => {
    const session = await givenSession({ replies: [[says("One, two, "), new Promise(() => undefined)]] });
    const turn = session.says("count");
    await expect.poll(() => session.session.live().text).toBe("One, two, ");
    await session.does({ type: "cancel" });
    await turn;
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "cancelled" }]);
    expect(session.session.state().timeline.at(1)).toMatchObject({ kind: "reply", text: "One, two, " });
  });

  it("answers an open question with a no", async () => {
    const runs: unknown[] = [];
    const session = await givenSession({
      replies: [[callsTool("shell", { command: "ls" })]],
      tools: [fakeShell(runs)],
    });
    const turn = session.says("list");
    await session.until("approval.requested");
    await session.does({ type: "cancel" });
    await turn;
    expect(runs).toEqual([]);
    expect(session.bodies("approval.resolved")).toMatchObject([{ decision: "expired" }]);
    expect(session.bodies("tool.finished")).toMatchObject([{ outcome: "cancelled" }]);
  });

  it("lets the next message follow in a well-formed prompt", async () => {
    const session = await givenSession({ replies: [[new Promise(() => undefined)], [says("Hello.")]] });
    const turn = session.says("first");
    await expect.poll(() => session.backend.prompts.length).toBe(1);
    await session.does({ type: "cancel" });
    await turn;
    await session.says("second");
    expect(session.backend.prompts[1]?.messages.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
    ]);
  });
});
