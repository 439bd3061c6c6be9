import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const shell = fakeTool({ name: "shell", risk: "execute", run: () => new Promise(() => undefined) });

/** A session that will be killed while it asks whether a command may run. */
async function asking() {
  const killed = await givenSession({
    replies: [[callsTool("shell", { command: "make" })]],
    tools: [shell],
  });
  void killed.says("build it");
  const { callId, digest } = await killed.until("approval.requested");
  return { killed, callId, digest };
}

describe("a session whose daemon was killed", () => {
  it("closes the open turn, tells the model its call may have happened, and goes on", async () => {
    const { killed, callId, digest } = await asking();
    await killed.does({ type: "approve", callId, digest, scope: "once" });
    await killed.until("tool.started");

    const again = await givenSession({
      replies: [[says("I do not know whether it was built.")]],
      tools: [shell],
      log: killed.log.reopened(),
    });
    const stored = again.log.stored().map(({ body }) => body.type);
    expect(stored.slice(-2)).toEqual(["tool.finished", "turn.ended"]);
    await again.says("go on");
    const told = again.backend.prompts[0]?.messages.find(({ role }) => role === "tool");
    expect(told?.content).toMatch(/may have happened/);
    expect(again.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });

  it("expires a question nobody answered, and never runs it", async () => {
    const { killed, callId, digest } = await asking();
    const again = await givenSession({ replies: [], tools: [shell], log: killed.log.reopened() });
    const bodies = again.log.stored().map(({ body }) => body);
    expect(bodies).toContainEqual(
      expect.objectContaining({ type: "approval.resolved", decision: "expired" }),
    );
    expect(bodies.filter(({ type }) => type === "tool.started")).toEqual([]);
    await expect(again.does({ type: "approve", callId, digest, scope: "once" })).rejects.toMatchObject({
      code: "approval_stale",
    });
  });

  it("keeps what the user said meanwhile for the next message", async () => {
    const { killed } = await asking();
    await killed.does({ type: "send-message", text: "use two cores" });
    const again = await givenSession({
      replies: [[says("I will.")]],
      tools: [shell],
      log: killed.log.reopened(),
    });
    await again.says("go on");
    expect(again.backend.prompts[0]?.messages.at(-1)?.content).toBe("use two cores\n\ngo on");
  });

  it("is left alone when its log ended in peace", async () => {
    const before = await givenSession({ replies: [[says("Hello.")]] });
    await before.says("hi");
    const length = before.log.stored().length;
    const again = await givenSession({ replies: [], log: before.log.reopened() });
    expect(again.log.stored()).toHaveLength(length);
    expect(again.session.state()).toEqual(before.session.state());
  });
});

describe("a session whose log cannot be written", () => {
  it("does not start the turn, and starts it when there is room again", async () => {
    const session = await givenSession({ replies: [[says("Hello.")]] });
    session.log.refuseNext();
    await expect(session.does({ type: "send-message", text: "hi" })).rejects.toMatchObject({
      code: "log_unwritable",
    });
    expect(session.backend.prompts).toHaveLength(0);
    await session.says("hi");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });
});
