import { callsTool, fakeShell, says } from "@kestrel/core/testing";
import type { EventOf, SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { askSession, createDaemonClient } from "../src/client/index.ts";
import { type GivenDaemon, givenDaemon } from "./kit/given-daemon.ts";
import { Watcher } from "./kit/watcher.ts";

describe("two clients that answer one question", () => {
  it.each(Array.from({ length: 10 }, (_, index) => index))(
    "one is heard, the other refused, the tool runs once (%i)",
    async () => {
      const { daemon, session, watcher, question, runs } = await givenQuestion();
      const other = createDaemonClient(daemon.address);
      const { callId, digest } = question;
      const yes = { type: "approve", callId, digest, scope: "once" } as const;
      const answers = await Promise.allSettled([
        askSession(daemon.client, session, yes),
        askSession(other, session, yes),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const refused = answers.find((answer) => answer.status === "rejected");
      expect(refused?.reason).toMatchObject({ status: 409, code: "approval_stale" });
      await watcher.seesEvent("turn.ended");
      expect(runs).toEqual([{ command: "rm -r build" }]);
    },
  );

  it("a yes and a no at once: one of them counts, never both", async () => {
    const { daemon, session, watcher, question, runs } = await givenQuestion();
    const { callId, digest } = question;
    const answers = await Promise.allSettled([
      daemon.does(session, { type: "deny", callId, digest }),
      daemon.does(session, { type: "approve", callId, digest, scope: "once" }),
    ]);
    await watcher.seesEvent("turn.ended");
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const resolved = watcher.events.flatMap(({ body }) => (body.type === "approval.resolved" ? [body] : []));
    expect(resolved).toHaveLength(1);
    expect(runs).toHaveLength(resolved[0]?.decision === "allowed" ? 1 : 0);
  });
});

describe("an answer that fits no question", () => {
  it("is not found before the question was asked", async () => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    await expect(
      daemon.does(session, { type: "approve", callId: "c1", digest: "d", scope: "once" }),
    ).rejects.toMatchObject({ status: 404, code: "approval_not_found" });
  });

  it("is stale for other bytes, and the question stays open", async () => {
    const { daemon, session, watcher, question, runs } = await givenQuestion();
    const { callId, digest } = question;
    await expect(
      daemon.does(session, { type: "approve", callId, digest: `${digest}0`, scope: "once" }),
    ).rejects.toMatchObject({ status: 409, code: "approval_stale" });
    expect(runs).toEqual([]);
    await daemon.does(session, { type: "approve", callId, digest, scope: "once" });
    await watcher.seesEvent("turn.ended");
    expect(runs).toHaveLength(1);
  });

  it("is stale the second time, also after the daemon was started again", async () => {
    const { daemon, session, watcher, question, runs } = await givenQuestion();
    const { callId, digest } = question;
    await daemon.does(session, { type: "approve", callId, digest, scope: "once" });
    await watcher.seesEvent("turn.ended");
    const again = await givenDaemon({ archive: daemon.archive });
    for (const one of [daemon, again]) {
      await expect(
        one.does(session, { type: "approve", callId, digest, scope: "once" }),
      ).rejects.toMatchObject({ status: 409, code: "approval_stale" });
    }
    expect(runs).toHaveLength(1);
  });

  it("is not taken from another session", async () => {
    const { daemon, question, runs } = await givenQuestion();
    const elsewhere = await daemon.opensSession();
    const { callId, digest } = question;
    await expect(
      daemon.does(elsewhere, { type: "approve", callId, digest, scope: "session" }),
    ).rejects.toMatchObject({ status: 404 });
    expect(runs).toEqual([]);
  });
});

type GivenQuestion = {
  daemon: GivenDaemon;
  session: SessionId;
  watcher: Watcher;
  question: EventOf<"approval.requested">;
  runs: unknown[];
};

async function givenQuestion(): Promise<GivenQuestion> {
  const runs: unknown[] = [];
  const replies = [[callsTool("shell", { command: "rm -r build" })], [says("Done.")]];
  const daemon = await givenDaemon({ replies, tools: [fakeShell(runs, "destructive")] });
  const session = await daemon.opensSession();
  const watcher = await Watcher.of(daemon.address, { session });
  await daemon.does(session, { type: "send-message", text: "clean up" });
  const asked = await watcher.seesEvent("approval.requested");
  if (asked.kind !== "event" || asked.event.body.type !== "approval.requested")
    throw new Error("no question");
  return { daemon, session, watcher, question: asked.event.body, runs };
}
