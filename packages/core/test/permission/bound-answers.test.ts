import type { CallBinding, StaleCall, Tool, ToolResult } from "@kestrel/core";
import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const done: ToolResult = { outcome: "ok", content: "written" };
const stale: StaleCall = { outcome: "stale" };

/** A tool that changes one file. The test moves the ground under it. */
function groundedTool(ground: () => CallBinding, runs: (CallBinding | undefined)[]): Tool {
  const tool = fakeTool({
    name: "write",
    risk: "edit",
    run: (_args, { approved }) => {
      runs.push(approved);
      return JSON.stringify(approved) === JSON.stringify(ground()) ? done : stale;
    },
  });
  return { ...tool, assess: async () => ({ risk: "edit", reasons: ["changes_file"], binding: ground() }) };
}

const write = callsTool("write", { path: "a/b.txt", content: "x" });

describe("what was shown is what is done", () => {
  it("asks anew when the folder became another one between question and answer, and acts on the second answer alone", async () => {
    let real = "/workspace/a/b.txt";
    const runs: (CallBinding | undefined)[] = [];
    const session = await givenSession({
      replies: [[write], [says("Done.")]],
      tools: [groundedTool(() => ({ path: real }), runs)],
    });
    const turn = session.says("write it");
    const first = await session.until("approval.requested");
    real = "/workspace/.git/hooks/b.txt";
    await session.does({ type: "approve", callId: first.callId, digest: first.digest, scope: "once" });
    await expect.poll(() => session.bodies("approval.requested").length).toBe(2);
    const second = session.bodies("approval.requested")[1];
    expect(second?.digest).not.toBe(first.digest);
    expect(session.bodies("tool.finished")).toEqual([]);

    const late = { type: "approve", callId: first.callId, digest: first.digest, scope: "once" } as const;
    await expect(session.does(late)).rejects.toMatchObject({ code: "approval_stale" });
    await session.does({ ...late, digest: second?.digest ?? "" });
    await turn;
    expect(runs).toEqual([{ path: "/workspace/a/b.txt" }, { path: "/workspace/.git/hooks/b.txt" }]);
    expect(session.bodies("tool.finished")).toMatchObject([{ outcome: "ok", content: "written" }]);
  });

  it("gives up with an answer when the ground never stands still", async () => {
    let moves = 0;
    const runs: (CallBinding | undefined)[] = [];
    const session = await givenSession({
      replies: [[write], [says("I give up.")]],
      tools: [groundedTool(() => ({ before: String(moves++) }), runs)],
    });
    session.session.watch((news) => {
      if (news.kind !== "event" || news.event.body.type !== "approval.requested") return;
      const { callId, digest } = news.event.body;
      void session.does({ type: "approve", callId, digest, scope: "once" });
    });
    await session.says("write it");
    expect(session.bodies("approval.requested")).toHaveLength(3);
    expect(session.bodies("tool.finished")).toMatchObject([{ outcome: "error" }]);
  });

  it("a grant for the session covers the bytes of the script it was given for, and no others", async () => {
    const runs: (CallBinding | undefined)[] = [];
    const script = () => ({ "script:check.sh": runs.length < 2 ? "hash-1" : "hash-2" });
    const session = await givenSession({
      replies: [[write], [write], [write], [says("Done.")]],
      tools: [groundedTool(script, runs)],
    });
    const turn = session.says("check thrice");
    const { callId, digest } = await session.until("approval.requested");
    await session.does({ type: "approve", callId, digest, scope: "session" });
    await expect.poll(() => session.session.state().timeline.last).toMatchObject({ status: "waiting" });
    expect(runs).toHaveLength(2);
    const asked = session.bodies("approval.requested").at(-1);
    expect(asked?.digest).not.toBe(digest);
    await session.does({ type: "cancel" });
    await turn;
  });
});

describe("plan mode", () => {
  it("denies a change before anything is assessed", async () => {
    let assessed = 0;
    const tool = groundedTool(() => ({}), []);
    const counting: Tool = {
      ...tool,
      assess: (args, context) => {
        assessed += 1;
        return tool.assess(args, context);
      },
    };
    const session = await givenSession({ replies: [[write], [says("A plan.")]], tools: [counting] });
    await session.does({ type: "set-mode", mode: "plan" });
    await session.says("plan it");
    expect(assessed).toBe(0);
    expect(session.bodies("tool.finished")).toMatchObject([{ outcome: "denied" }]);
    expect(session.bodies("tool.requested")).toMatchObject([
      { subject: { paths: [{ path: "a/b.txt", access: "write" }] } },
    ]);
  });
});
