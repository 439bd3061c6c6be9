import { callsTool, fakeShell, givenSession, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

/** A session that asks whether a command may run: by these words, to do what was said. */
async function asked(command: string, words: string) {
  const runs: unknown[] = [];
  const session = await givenSession({
    replies: [[callsTool("shell", { command })], [says("Done.")]],
    tools: [fakeShell(runs)],
  });
  const turn = session.says(words);
  const { callId, digest } = await session.until("approval.requested");
  return { session, turn, runs, callId, digest };
}

describe("a call that changes things", () => {
  it("waits for the user, and runs only after a yes", async () => {
    const { session, turn, callId, digest, runs } = await asked("rm -r build", "clean up");
    expect(runs).toEqual([]);
    await session.does({ type: "approve", callId, digest, scope: "once" });
    await turn;
    expect(runs).toEqual([{ command: "rm -r build" }]);
    expect(session.story().at(-1)).toBe("turn.ended");
  });

  it("does not run after a no, and the model learns why", async () => {
    const { session, turn, callId, digest, runs } = await asked("rm -r /", "clean up");
    await session.does({ type: "deny", callId, digest, reason: "not the root folder" });
    await turn;
    expect(runs).toEqual([]);
    expect(session.backend.prompts[1]?.messages.at(-1)?.content).toContain("not the root folder");
  });

  it("refuses an answer to other bytes, an answer to nothing, and a second answer", async () => {
    const { session, turn, callId, digest } = await asked("ls", "list");
    const approve = (callName: string, bytes: string) =>
      session.does({ type: "approve", callId: callName, digest: bytes, scope: "once" });
    await expect(approve("c9", digest)).rejects.toMatchObject({ code: "approval_not_found" });
    await expect(approve(callId, "other")).rejects.toMatchObject({ code: "approval_stale" });
    await approve(callId, digest);
    await expect(approve(callId, digest)).rejects.toMatchObject({ code: "approval_stale" });
    await turn;
  });

  it("stands beside its neighbours of the same kind: all ask before the first is answered, and run in order", async () => {
    const runs: unknown[] = [];
    const lines = ["one", "two", "three"];
    const session = await givenSession({
      replies: [lines.flatMap((command) => callsTool("shell", { command })), [says("Done.")]],
      tools: [fakeShell(runs)],
    });
    const turn = session.says("all of them");
    await expect.poll(() => session.bodies("approval.requested").length).toBe(3);
    const [first, second, third] = session.bodies("approval.requested");
    expect(runs).toEqual([]);
    if (!first || !second || !third) throw new Error("not all asked");
    const yes = ({ callId, digest }: typeof first) =>
      session.does({ type: "approve", callId, digest, scope: "once" });
    await yes(third);
    await yes(second);
    expect(runs).toEqual([]);
    await yes(first);
    await turn;
    expect(runs).toEqual(lines.map((command) => ({ command })));
    expect(session.bodies("approval.requested")).toHaveLength(3);
    expect(session.bodies("approval.resolved")).toHaveLength(3);
  });

  it("asks anew where the ground moved before its turn: the answer to the other ground counts for nothing", async () => {
    const runs: unknown[] = [];
    const shell = fakeShell(runs);
    const session = await givenSession({
      replies: [
        [callsTool("shell", { command: "one" }), callsTool("shell", { command: "two" })],
        [says("Done.")],
      ],
      tools: [
        {
          ...shell,
          assess: async (given, context) => ({
            ...(await shell.assess(given, context)),
            binding: { ran: String(runs.length) },
          }),
        },
      ],
    });
    const turn = session.says("both");
    await expect.poll(() => session.bodies("approval.requested").length).toBe(2);
    for (const { callId, digest } of session.bodies("approval.requested").toReversed())
      await session.does({ type: "approve", callId, digest, scope: "once" });
    await expect.poll(() => session.bodies("approval.requested").length).toBe(3);
    expect(runs).toHaveLength(1);
    const anew = session.bodies("approval.requested")[2];
    await session.does({ type: "deny", callId: anew?.callId ?? "", digest: anew?.digest ?? "" });
    await turn;
    expect(runs).toHaveLength(1);
  });

  it("takes back what stands open where its neighbour's yes covers it, and with the turn", async () => {
    const runs: unknown[] = [];
    const session = await givenSession({
      replies: [
        [callsTool("shell", { command: "one" }), callsTool("shell", { command: "one" })],
        [says("Done.")],
      ],
      tools: [fakeShell(runs)],
    });
    const turn = session.says("twice");
    await expect.poll(() => session.bodies("approval.requested").length).toBe(2);
    const [first] = session.bodies("approval.requested");
    await session.does({
      type: "approve",
      callId: first?.callId ?? "",
      digest: first?.digest ?? "",
      scope: "session",
    });
    await turn;
    expect(runs).toHaveLength(2);
    const decisions = session.bodies("approval.resolved").map(({ by, decision }) => `${by} ${decision}`);
    expect(decisions).toEqual(["user allowed", "end expired", "grant allowed"]);
  });

  it("runs again without asking when it was allowed for the session, byte for byte the same", async () => {
    const runs: unknown[] = [];
    const session = await givenSession({
      replies: [
        [callsTool("shell", { command: "npm test" })],
        [callsTool("shell", { command: "npm test" })],
        [callsTool("shell", { command: "npm  test" })],
        [says("Done.")],
      ],
      tools: [fakeShell(runs)],
    });
    const turn = session.says("test twice");
    const first = await session.until("approval.requested");
    await session.does({ type: "approve", callId: first.callId, digest: first.digest, scope: "session" });
    await expect.poll(() => session.bodies("approval.requested").length).toBe(2);
    expect(runs).toHaveLength(2);
    const third = session.bodies("approval.requested")[1];
    // The call that ran on the grant says so, and asked nobody.
    const granted = { by: "grant", decision: "allowed", digest: first.digest, risk: "execute" };
    expect(session.bodies("approval.resolved")).toContainEqual(expect.objectContaining(granted));
    expect(third?.digest).not.toBe(first.digest);
    await session.does({ type: "deny", callId: third?.callId ?? "", digest: third?.digest ?? "" });
    await turn;
    expect(runs).toHaveLength(2);
  });

  it("is denied in plan mode without a question", async () => {
    const runs: unknown[] = [];
    const session = await givenSession({
      replies: [[callsTool("shell", { command: "ls" })], [says("A plan.")]],
      tools: [fakeShell(runs)],
    });
    await session.does({ type: "set-mode", mode: "plan" });
    await session.says("plan it");
    expect(runs).toEqual([]);
    expect(session.story()).not.toContain("approval.requested");
    expect(session.bodies("tool.finished")).toMatchObject([{ outcome: "denied" }]);
  });
});
