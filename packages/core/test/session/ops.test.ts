import {
  callsTool,
  deadlineHost,
  fakeShell,
  fakeTool,
  type GivenSession,
  givenSession,
  says,
  stillHost,
} from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const message = (text: string) => ({ type: "send-message", text }) as const;

/** What the model was asked with last, as one text. */
const lastPrompt = (session: GivenSession) => JSON.stringify(session.backend.prompts.at(-1)?.messages);

function waiting() {
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { gate, go };
}

/** A session whose first reply waits for the test. */
async function speakingSession(more: Partial<Parameters<typeof givenSession>[0]> = {}) {
  const { gate, go } = waiting();
  const session = await givenSession({
    replies: [[says("One "), gate, says("two.")], [says("Next.")], [says("And next.")]],
    ...more,
  });
  return { session, go };
}

describe("an op that comes twice", () => {
  it("is done once and answered as the first time", async () => {
    const { session, go } = await speakingSession();
    const first = session.does(message("Hi"), "hello");
    const again = session.does(message("Hi"), "hello");
    expect(await first).toEqual({ accepted: "started", turnId: "t1" });
    expect(await again).toEqual(await first);
    expect(await session.does(message("more"), "joins")).toEqual({ accepted: "joined", turnId: "t1" });
    expect(await session.does(message("more"), "joins")).toEqual({ accepted: "joined", turnId: "t1" });
    go();
    await session.session.settled();
    expect(await session.does(message("Hi"), "hello")).toEqual({ accepted: "started", turnId: "t1" });
    expect(session.bodies("turn.started")).toMatchObject([{ text: "Hi", opId: "hello" }]);
    expect(session.bodies("steering.queued")).toMatchObject([{ text: "more", opId: "joins" }]);
    expect(session.bodies("context.added")).toMatchObject([{ kind: "steering", opId: "joins" }]);
  });

  it("is known after a restart, whatever it asked for", async () => {
    const runs: unknown[] = [];
    const before = await givenSession({
      replies: [[callsTool("shell", { command: "make" })], [says("Done.")]],
      tools: [fakeShell(runs)],
    });
    await before.does({ type: "set-mode", mode: "plan" }, "mode-1");
    await before.does({ type: "set-mode", mode: "ask" }, "mode-2");
    const started = await before.does(message("build"), "build");
    const { callId, digest } = await before.until("approval.requested");
    const yes = { type: "approve", callId, digest, scope: "once" } as const;
    await before.does(yes, "yes");
    await before.session.settled();
    await before.session.close();

    const after = await givenSession({ replies: [], tools: [fakeShell(runs)], log: before.log.reopened() });
    const length = after.log.stored().length;
    expect(await after.does(message("build"), "build")).toEqual(started);
    expect(await after.does(yes, "yes")).toEqual({ accepted: "done" });
    expect(await after.does({ type: "set-mode", mode: "plan" }, "mode-1")).toEqual({ accepted: "done" });
    expect(after.session.state().mode).toBe("ask");
    expect(after.log.stored()).toHaveLength(length);
    expect(runs).toHaveLength(1);
  });

  it("is tried again when it was refused", async () => {
    const { session, go } = await speakingSession();
    session.log.refuseNext();
    await expect(session.does(message("Hi"), "hello")).rejects.toMatchObject({ code: "log_unwritable" });
    expect(await session.does(message("Hi"), "hello")).toMatchObject({ accepted: "started" });
    go();
    await session.session.settled();
  });

  it("stops a turn once, and is named in its end", async () => {
    const { session } = await speakingSession();
    await session.does(message("Hi"));
    await session.until("request.sent");
    await session.does({ type: "cancel" }, "stop");
    await session.session.settled();
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "cancelled", opId: "stop" }]);
    expect(await session.does({ type: "cancel" }, "stop")).toEqual({ accepted: "done" });
  });
});

describe("words that come while the user's own check runs", () => {
  it("are heard before the turn ends, and nothing is said twice", async () => {
    const { gate, go } = waiting();
    const { gate: checking, go: begins } = waiting();
    let asked = 0;
    const session = await givenSession({
      replies: [[says("Done.")], [says("In French: fini.")]],
      stopHook: {
        ask: async () => {
          asked += 1;
          begins();
          if (asked === 1) await gate;
          return undefined;
        },
      },
    });
    const turn = session.says("do it");
    await checking;
    expect(await session.does(message("say it in French"))).toMatchObject({ accepted: "joined" });
    go();
    await turn;
    expect(session.backend.prompts).toHaveLength(2);
    expect(lastPrompt(session).split("say it in French")).toHaveLength(2);
    expect(session.session.state().pendingWords).toBeUndefined();
  });
});

/** How a turn is cut off while words wait for the model. */
const cuts: readonly (readonly [how: string, cut: (session: GivenSession) => Promise<unknown>])[] = [
  ["a stop", (session) => session.does({ type: "cancel" })],
  ["a failure", async (session) => session.log.refuseNext()],
  ["a shutdown", async () => undefined],
];

describe.each(cuts)("words said before %s", (how, cut) => {
  it("wait for the next message and go beside it, once", async () => {
    const { session, go } = await speakingSession();
    await session.does(message("Hi"));
    await session.until("request.sent");
    await session.does(message("be brief"), "brief");
    await cut(session);
    if (how === "a shutdown") await session.session.close();
    go();
    await session.session.settled();
    expect(session.session.state().pendingWords).toEqual([{ id: "brief", text: "be brief" }]);

    const next =
      how === "a shutdown"
        ? await givenSession({ replies: [[says("Next.")]], log: session.log.reopened() })
        : session;
    expect(next.session.state().pendingWords).toEqual([{ id: "brief", text: "be brief" }]);
    await next.says("go on");
    expect(lastPrompt(next).split("be brief")).toHaveLength(2);
    expect(next.backend.prompts.at(-1)?.messages.at(-1)?.content).toBe("be brief\n\ngo on");
    expect(next.session.state().pendingWords).toBeUndefined();
  });
});

describe("words that wait", () => {
  it("are kept when they come after a stop and before its end, and can be changed and taken back", async () => {
    const slow = fakeTool({ name: "slow", risk: "read", run: () => new Promise(() => undefined) });
    const { session } = await speakingSession({
      replies: [[callsTool("slow", {})], [says("Next.")]],
      tools: [slow],
    });
    await session.does(message("Hi"));
    await session.until("tool.started");
    await session.does({ type: "cancel" });
    const late = await session.does(message("and another thing"), "late");
    const lost = await session.does(message("never mind"), "never");
    expect([late, lost]).toEqual([{ accepted: "pending" }, { accepted: "pending" }]);
    expect(await session.does(message("and another thing"), "late")).toEqual({ accepted: "pending" });
    await session.does({ type: "edit-pending", words: "late", text: "and one thing more" });
    await session.does({ type: "edit-pending", words: "never", text: "" });
    const words = [{ id: "late", text: "and one thing more" }];
    expect(session.session.state().pendingWords).toEqual(words);
    await expect(session.does({ type: "edit-pending", words: "never", text: "x" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("can be changed while they wait for the model, and what it hears is what was left", async () => {
    const { session, go } = await speakingSession();
    await session.does(message("Hi"));
    await session.until("request.sent");
    await session.does(message("in French"), "language");
    await session.does({ type: "edit-pending", words: "language", text: "in Latin" });
    go();
    await session.session.settled();
    expect(lastPrompt(session)).toContain("in Latin");
    expect(lastPrompt(session)).not.toContain("in French");
    const late = session.does({ type: "edit-pending", words: "language", text: "in Greek" });
    await expect(late).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("how a turn was cut", () => {
  it("is said: by a shutdown, even with a question open", async () => {
    const session = await givenSession({
      replies: [[callsTool("shell", { command: "make" })]],
      tools: [fakeShell([])],
    });
    void session.says("build").catch(() => undefined);
    await session.until("approval.requested");
    await session.session.close();
    const bodies = session.log.stored().map(({ body }) => body);
    expect(bodies.at(-1)).toMatchObject({ type: "turn.ended", reason: "shutdown" });
    expect(bodies).toContainEqual(
      expect.objectContaining({ type: "approval.resolved", decision: "expired" }),
    );
    const again = await givenSession({ replies: [[says("Yes.")]], log: session.log.reopened() });
    await again.says("go on");
    expect(again.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });

  it("is said by the first who cut it", async () => {
    const slow = fakeTool({ name: "slow", risk: "read", run: () => new Promise(() => undefined) });
    const { gate, go } = waiting();
    const session = await givenSession({
      replies: [[callsTool("slow", {})]],
      tools: [slow],
      host: deadlineHost(5_000, gate),
    });
    void session.says("go").catch(() => undefined);
    await session.until("tool.started");
    await session.does({ type: "cancel" }, "stop");
    const closed = session.session.close();
    go();
    await closed;
    const last = session.log.stored().at(-1)?.body;
    expect(last).toMatchObject({ type: "turn.ended", reason: "cancelled", opId: "stop" });
  });

  it("leaves out of its duration what the person took to answer", async () => {
    let now = 0;
    const session = await givenSession({
      replies: [[callsTool("shell", { command: "make" })], [says("Done.")]],
      tools: [fakeShell([])],
      host: { ...stillHost(), now: () => now, digest: (text) => text, wait: async () => undefined },
    });
    const turn = session.says("build");
    const { callId, digest } = await session.until("approval.requested");
    now += 60_000;
    await session.does({ type: "approve", callId, digest, scope: "once" });
    now += 5;
    await turn;
    expect(session.bodies("turn.ended")).toMatchObject([{ durationMs: 5 }]);
  });
});
