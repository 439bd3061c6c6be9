import type { ErrorBody, Frame, SessionEvent, SessionId } from "@kestrel/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { type DaemonAddress, followSessions } from "../../src/client/index.ts";
import { givenDaemon } from "../kit/given-daemon.ts";
import { rawRequest } from "../kit/raw-request.ts";
import { SpokenBackend } from "../kit/spoken-backend.ts";

describe("following several sessions over one connection", () => {
  it("tells each session's log, its snapshot and its news, and counts as one client", async () => {
    const daemon = await givenDaemon();
    const ids = [await daemon.opensSession(), await daemon.opensSession(), await daemon.opensSession()];
    const follower = follow(daemon.address, new Map(ids.map((id) => [id, 0])));
    await follower.until(() => ids.every((id) => follower.snapshots(id) === 1));
    expect(daemon.clients()).toBe(1);
    for (const id of ids) await daemon.does(id, { type: "set-mode", mode: "plan" });
    await follower.until(() => ids.every((id) => follower.eventsOf(id).length === 3));
    for (const id of ids) expect(follower.eventsOf(id)).toEqual(await daemon.logOf(id));
    follower.stop.abort();
    await follower.over;
    await expect.poll(() => daemon.clients()).toBe(0);
  });

  it("begins each after what the caller has, and tells news about all sessions without a session", async () => {
    const daemon = await givenDaemon();
    const [one, other] = [await daemon.opensSession(), await daemon.opensSession()];
    const follower = follow(
      daemon.address,
      new Map([
        [one, 1],
        [other, 99],
      ]),
    );
    await follower.until(() => follower.snapshots(one) + follower.snapshots(other) === 2);
    expect(follower.eventsOf(one).map(({ seq }) => seq)).toEqual([2]);
    expect(follower.resets).toEqual([other]);
    expect(follower.eventsOf(other).map(({ seq }) => seq)).toEqual([1, 2]);
    const third = await daemon.opensSession();
    await follower.until(() =>
      follower.frames.some(
        ({ session, frame }) =>
          session === undefined && frame.type === "session-changed" && frame.session.id === third,
      ),
    );
  });

  it("says which session cannot be followed, and the others go on", async () => {
    const daemon = await givenDaemon({ backend: new SpokenBackend() });
    const id = await daemon.opensSession();
    const nobody = "s99999999" as SessionId;
    const follower = follow(
      daemon.address,
      new Map([
        [nobody, 0],
        [id, 0],
      ]),
    );
    await follower.until(() => follower.gone.length === 1 && follower.snapshots(id) === 1);
    expect(follower.gone).toEqual([{ session: nobody, code: "session_not_found" }]);
  });

  it.each([
    "x",
    "s00000001",
    "s00000001:-1",
    "s00000001:1,",
    `${Array.from({ length: 33 }, (_, index) => `s0000${1000 + index}:0`).join(",")}`,
    "../x:1",
  ])("a list that is none is refused: %s", async (list) => {
    const daemon = await givenDaemon();
    const head = `GET /api/v1/events?sessions=${list} HTTP/1.1\r\nHost: 127.0.0.1:${daemon.port}\r\nAuthorization: Bearer ${daemon.token}\r\n\r\n`;
    expect((await rawRequest(daemon.port, head)).status).toBe(400);
  });
});

function follow(address: DaemonAddress, sessions: ReadonlyMap<SessionId, number>) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const events: { session: SessionId; event: SessionEvent }[] = [];
  const frames: { session: SessionId | undefined; frame: Frame }[] = [];
  const resets: SessionId[] = [];
  const gone: { session: SessionId; code: ErrorBody["error"]["code"] }[] = [];
  let look = () => {};
  const over = followSessions({
    ...address,
    sessions,
    signal: stop.signal,
    onEvent: (session, event) => {
      events.push({ session, event });
      look();
    },
    onFrame: (session, frame) => {
      frames.push({ session, frame });
      look();
    },
    onReset: (session) => void resets.push(session),
    onGone: (session, { code }) => {
      gone.push({ session, code });
      look();
    },
  });
  return {
    stop,
    over,
    frames,
    resets,
    gone,
    eventsOf: (id: SessionId) => events.flatMap(({ session, event }) => (session === id ? [event] : [])),
    snapshots: (id: SessionId) =>
      frames.filter(({ session, frame }) => session === id && frame.type === "snapshot").length,
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (holds()) resolve();
        };
        look();
      }),
  };
}
