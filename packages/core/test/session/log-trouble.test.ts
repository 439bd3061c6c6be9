import type { Host } from "@kestrel/core";
import {
  callsTool,
  deadlineHost,
  fakeShell,
  fakeTool,
  type GivenSession,
  givenSession,
  memoryEventLog,
  says,
  stillHost,
} from "@kestrel/core/testing";
import { haltedState, openCalls } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";

const read = fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: "text" }) });

/** A turn with thoughts, reads side by side, a question and an end: sixteen appends or so. */
async function busySession(host?: Host): Promise<GivenSession> {
  const session = await givenSession({
    replies: [
      [callsTool("read", { path: "a" }), callsTool("read", { path: "b" })],
      [says("Now the command."), callsTool("shell", { command: "make" })],
      [says("Done.")],
      [says("Again."), callsTool("read", { path: "c" })],
      [says("Done again.")],
      [says("And again.")],
    ],
    tools: [read, fakeShell([])],
    log: memoryEventLog(),
    host,
  });
  session.session.watch((news) => {
    if (news.kind !== "event" || news.event.body.type !== "approval.requested") return;
    const { callId, digest } = news.event.body;
    void session.does({ type: "approve", callId, digest, scope: "once" }).catch(() => undefined);
  });
  return session;
}

const everyAppend = Array.from({ length: 18 }, (_, index) => index);

describe("a disk that is full", () => {
  it.each(everyAppend)(
    "after %i appends: the turn ends, the session is read, and it goes on when there is room",
    async (n) => {
      const session = await busySession();
      session.log.breakAfter(n, "refuses");
      await session.says("go").catch(() => undefined);
      await session.session.settled();
      const { halted } = session.session.live();
      const { openTurn } = session.session.state();
      if (openTurn) expect(halted).toEqual({ code: "log_unwritable" });
      await expect(session.does({ type: "send-message", text: "still there?" })).rejects.toMatchObject({
        code: "log_unwritable",
      });
      await expect(session.does({ type: "cancel" })).rejects.toBeDefined();

      session.log.mend();
      await session.says("go on");
      expect(session.session.live().halted).toBeUndefined();
      const ends = session.bodies("turn.ended").map(({ reason }) => reason);
      expect(ends.at(-1)).toBe("done");
      if (openTurn) expect(ends.at(-2)).toBe("log_unwritable");
      expect(openCalls(session.session.state())).toEqual([]);
    },
  );

  it("is told live, and shown as the end of the turn", async () => {
    const session = await busySession();
    const frames: unknown[] = [];
    session.session.watch((news) => news.kind === "frame" && frames.push(news.frame));
    session.log.breakAfter(6, "refuses");
    await session.says("go");
    const failure = { code: "log_unwritable" };
    expect(frames).toContainEqual({ type: "turn-halted", turnId: "t1", failure });
    const shown = haltedState(session.session.state(), { code: "log_unwritable" });
    expect(shown.openTurn).toBeUndefined();
    expect(shown.timeline.last).toMatchObject({ kind: "end", reason: "log_unwritable" });
    await session.session.close();
  });
});

describe("a disk that does not answer", () => {
  it.each(everyAppend.slice(1))(
    "after %i appends: given up on, and the session still stops and closes",
    async (n) => {
      let giveUp = () => {};
      const late = new Promise<void>((resolve) => {
        giveUp = resolve;
      });
      const still = stillHost();
      const session = await busySession({
        ...still,
        wait: (ms, cancel) =>
          ms >= 30_000 ? Promise.race([late, still.wait(ms, cancel)]) : still.wait(ms, cancel),
      });
      session.log.breakAfter(n, "hangs");
      const turn = session.says("go").catch(() => undefined);
      await new Promise((resolve) => setImmediate(resolve));
      session.does({ type: "cancel" }).catch(() => undefined);
      giveUp();
      await turn;
      await session.session.close();
      expect(session.session.state().lastSeq).toBe(session.log.stored().length);
    },
  );
});

describe("a tool that does not end when it is stopped", () => {
  it("is not waited for without end", async () => {
    const session = await givenSession({
      replies: [[callsTool("read", { path: "a" })]],
      tools: [fakeTool({ name: "read", risk: "read", run: () => new Promise(() => undefined) })],
      host: deadlineHost(5_000),
    });
    const turn = session.says("go");
    await session.until("tool.started");
    await session.does({ type: "cancel" });
    await turn;
    expect(session.bodies("tool.finished")).toMatchObject([{ outcome: "cancelled" }]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "cancelled" }]);
  });
});
