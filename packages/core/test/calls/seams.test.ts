import type { CallHooks } from "@kestrel/core";
import { callsTool, givenSession, notingTool, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

/** One session with one call, and a hook on its way. */
async function oneCall(hooks: CallHooks, risk: "read" | "edit" = "read") {
  const runs: unknown[] = [];
  const tool = notingTool(runs, { name: "write", risk });
  const session = await givenSession({
    replies: [[callsTool("write", { path: "a.txt" })], [says("Done.")]],
    tools: [tool],
    callHooks: hooks,
  });
  return { session, runs };
}

/** What can be attached to the way of a call, stage by stage, without touching the others. */
describe("a seam behind each stage", () => {
  it("describe: what is said here is what the log and all who read it know", async () => {
    const { session } = await oneCall({
      describe: (_call, subject) => ({ ...subject, network: ["example.org"] }),
    });
    await session.says("go");
    expect(session.bodies("tool.requested")).toMatchObject([
      { subject: { paths: [{ path: "a.txt", access: "read" }], network: ["example.org"] } },
    ]);
  });

  it("assess: a critic makes a call riskier, and the gate asks", async () => {
    const { session } = await oneCall({
      assess: (_call, assessment) => ({ ...assessment, risk: "destructive", reasons: ["may_destroy"] }),
    });
    const turn = session.says("go");
    const asked = await session.until("approval.requested");
    expect(asked).toMatchObject({ risk: "destructive", reasons: ["may_destroy"] });
    await session.does({ type: "deny", callId: asked.callId, digest: asked.digest });
    await turn;
  });

  it("gate: allow becomes a question, a question becomes a denial with its reason", async () => {
    const asking = await oneCall({ gate: () => ({ kind: "ask" }) });
    const turn = asking.session.says("go");
    const { callId, digest } = await asking.session.until("approval.requested");
    await asking.session.does({ type: "approve", callId, digest, scope: "once" });
    await turn;
    expect(asking.runs).toHaveLength(1);

    const denying = await oneCall({ gate: () => ({ kind: "deny", reason: "not on a Friday" }) }, "edit");
    await denying.session.says("go");
    expect(denying.runs).toEqual([]);
    expect(denying.session.bodies("tool.finished")).toMatchObject([
      { outcome: "denied", content: "Denied by a rule of the user's: not on a Friday" },
    ]);
  });

  it("gate: nobody behind it makes it weaker", async () => {
    const { session, runs } = await oneCall({ gate: () => ({ kind: "allow", by: "mode" }) }, "edit");
    const turn = session.says("go");
    const { callId, digest } = await session.until("approval.requested");
    expect(runs).toEqual([]);
    await session.does({ type: "deny", callId, digest });
    await turn;
  });

  it("execute: something stands around the run", async () => {
    const order: string[] = [];
    const { session } = await oneCall({
      execute: async (call, run) => {
        order.push(`before ${call.tool}`);
        const result = await run();
        order.push("after");
        return result;
      },
    });
    await session.says("go");
    expect(order).toEqual(["before write", "after"]);
  });

  it("settle: what the model is answered passes by", async () => {
    const { session } = await oneCall({ settle: (_call, result) => ({ ...result, content: "redacted" }) });
    await session.says("go");
    expect(session.bodies("tool.finished")).toMatchObject([{ outcome: "ok", content: "redacted" }]);
  });

  it("a hook that breaks is a failure of the house, never passed over", async () => {
    const { session, runs } = await oneCall({
      gate: () => {
        throw new Error("a rule that cannot be read");
      },
    });
    await session.says("go");
    expect(runs).toEqual([]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "failed", failure: { code: "internal" } }]);
  });
});
