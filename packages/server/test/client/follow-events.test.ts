import { memoryArchive } from "@kestrel/core/testing";
import type { Frame, SessionEvent, SessionId } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { describe, expect, it, onTestFinished } from "vitest";
import { type DaemonAddress, type FollowState, followEvents } from "../../src/client/index.ts";
import { givenDaemon } from "../kit/given-daemon.ts";
import { spokenSession } from "../kit/spoken-session.ts";

describe("following a session", () => {
  it("tells the log, then the news, and ends quietly when it is told to", async () => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    const follower = follow(daemon.address, session);
    await follower.until(() => follower.frames.some(({ type }) => type === "snapshot"));
    await daemon.does(session, { type: "set-mode", mode: "plan" });
    await follower.until(() => follower.events.length === 3);
    follower.stop.abort();
    await follower.over;
    expect(follower.events).toEqual(await daemon.logOf(session));
    expect(follower.states).toEqual(["connecting", "open"]);
    await expect.poll(() => daemon.clients()).toBe(0);
  });

  it("begins after what the caller has", async () => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    const follower = follow(daemon.address, session, 1);
    await follower.until(() => follower.events.length === 1);
    expect(follower.events[0]?.seq).toBe(2);
  });

  it("goes on where it was when the daemon was away and came back on the same port", async () => {
    const archive = memoryArchive();
    const { backend, daemon: first, session } = await spokenSession({ archive, keep: true });
    const follower = follow(first.address, session);
    await first.does(session, { type: "send-message", text: "go" });
    backend.says("half");
    await follower.until(() => follower.frames.some(({ type }) => type === "text"));
    await first.close();
    await follower.until(() => follower.states.includes("lost"));

    const second = await givenDaemon({ archive, parts: { port: first.port } });
    await second.does(session, { type: "set-mode", mode: "plan" });
    await follower.until(() => follower.events.some(({ body }) => body.type === "mode.set"));
    const log = await second.logOf(session);
    expect(follower.events).toEqual(log);
    expect(follower.resets).toBe(0);
    const folded = follower.events.reduce(evolve, emptySession);
    expect(folded.openTurn).toBeUndefined();
    expect(folded.mode).toBe("plan");
    expect(follower.states.at(-1)).toBe("open");
  });

  it("forgets and starts again when the log is not the one it knew", async () => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    const follower = follow(daemon.address, session, 500);
    await follower.until(() => follower.events.length === 2);
    expect(follower.resets).toBe(1);
    expect(follower.events.map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it("waits for its turn when the house is full", async () => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    const crowd = Array.from({ length: 64 }, () => follow(daemon.address, session));
    await Promise.all(crowd.map((one) => one.until(() => one.states.includes("open"))));
    const late = follow(daemon.address, session);
    await late.until(() => late.states.includes("lost"));
    crowd[0]?.stop.abort();
    await late.until(() => late.events.length === 2);
  });

  it("comes back by itself to a session that was put aside and restored", async () => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    const follower = follow(daemon.address, session);
    await follower.until(() => follower.events.length === 2);
    const params = { id: session };
    await daemon.client.call("removeSession", { params, body: {} });
    await daemon.client.call("restoreSession", { params, body: {} });
    await daemon.does(session, { type: "set-mode", mode: "plan" });
    await follower.until(() => follower.events.length === 3);
    expect(follower.events).toEqual(await daemon.logOf(session));
  });

  it("asks less and less often while the log cannot be read", async () => {
    const shelf = memoryArchive();
    const daemon = await givenDaemon({
      archive: {
        ...shelf,
        async create(id) {
          const log = await shelf.create(id);
          let reads = 0;
          return {
            ...log,
            read(after) {
              if (reads++ > 0) throw new Error("the disk was away");
              return log.read(after);
            },
          };
        },
      },
    });
    const follower = follow(daemon.address, await daemon.opensSession());
    await follower.until(() => follower.asked.length === 4);
    const [first = 0, second = 0, third = 0, fourth = 0] = follower.asked;
    expect(fourth - third).toBeGreaterThan(1.5 * (second - first));
    expect(follower.frames.map(({ type }) => type)).not.toContain("snapshot");
  });

  it("gives up when it is refused", async () => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    const stranger = follow({ ...daemon.address, token: "wrong" }, session);
    await expect(stranger.over).rejects.toMatchObject({
      name: "DaemonRefusal",
      code: "unauthorized",
      status: 401,
    });
    const lost = follow(daemon.address, "s99999999" as SessionId);
    await expect(lost.over).rejects.toMatchObject({ code: "session_not_found", status: 404 });
  });

  it("passes on what a listener throws instead of losing the event", async () => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    const following = followEvents({
      ...daemon.address,
      session,
      signal: new AbortController().signal,
      onEvent: () => {
        throw new Error("the listener's own");
      },
      onFrame: () => undefined,
    });
    await expect(following).rejects.toThrow("the listener's own");
    await expect.poll(() => daemon.clients()).toBe(0);
  });
});

function follow(address: DaemonAddress, session: SessionId, after?: number) {
  const stop = new AbortController();
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const one of waiting) one();
  };
  const told = {
    events: [] as SessionEvent[],
    frames: [] as Frame[],
    states: [] as FollowState[],
    /** When it asked for a stream, in milliseconds. */
    asked: [] as number[],
    resets: 0,
  };
  const over = followEvents({
    ...address,
    session,
    after,
    signal: stop.signal,
    onEvent: (event) => {
      told.events.push(event);
      wake();
    },
    onFrame: (frame) => {
      told.frames.push(frame);
      wake();
    },
    onState: (state) => {
      told.states.push(state);
      if (state === "connecting") told.asked.push(performance.now());
      wake();
    },
    onReset: () => {
      told.resets++;
      told.events.length = 0;
    },
  });
  over.catch(() => undefined);
  onTestFinished(() => stop.abort());
  return Object.assign(told, {
    stop,
    over,
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!holds()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  });
}
