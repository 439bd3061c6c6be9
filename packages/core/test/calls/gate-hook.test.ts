import { callsTool, type Given, givenSession, notingTool, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

/** One session with one call, and a hook behind its gate. */
async function oneCall(gate: Given["gate"], risk: "read" | "edit" = "read") {
  const runs: unknown[] = [];
  const tool = notingTool(runs, { name: "write", risk });
  const session = await givenSession({
    replies: [[callsTool("write", { path: "a.txt" })], [says("Done.")]],
    tools: [tool],
    gate,
  });
  return { session, runs };
}

describe("a hook behind the gate", () => {
  it("turns allow into a question, and a question into a denial with its reason", async () => {
    const asking = await oneCall(() => ({ kind: "ask" }));
    const turn = asking.session.says("go");
    const { callId, digest } = await asking.session.until("approval.requested");
    await asking.session.does({ type: "approve", callId, digest, scope: "once" });
    await turn;
    expect(asking.runs).toHaveLength(1);

    const denying = await oneCall(() => ({ kind: "deny", reason: "not on a Friday" }), "edit");
    await denying.session.says("go");
    expect(denying.runs).toEqual([]);
    expect(denying.session.bodies("tool.finished")).toMatchObject([
      { outcome: "denied", content: "Denied by a rule of the user's: not on a Friday" },
    ]);
  });

  it("never makes the gate weaker", async () => {
    const { session, runs } = await oneCall(() => ({ kind: "allow", by: "mode" }), "edit");
    const turn = session.says("go");
    const { callId, digest } = await session.until("approval.requested");
    expect(runs).toEqual([]);
    await session.does({ type: "deny", callId, digest });
    await turn;
  });

  it("fails the turn when it throws, and is never skipped", async () => {
    const { session, runs } = await oneCall(() => {
      throw new Error("a rule that cannot be read");
    });
    await session.says("go");
    expect(runs).toEqual([]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "failed", failure: { code: "internal" } }]);
  });
});
