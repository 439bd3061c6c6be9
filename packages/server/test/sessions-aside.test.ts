import { memoryArchive } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import { givenDaemon } from "./kit/given-daemon.ts";
import { shelvedSession } from "./kit/shelved-session.ts";
import { spokenSession } from "./kit/spoken-session.ts";
import { watchedSession } from "./kit/watched-session.ts";
import { Watcher } from "./kit/watcher.ts";

describe("a session that is put aside", () => {
  it("ends its open turn first, and is gone for everybody", async () => {
    const archive = memoryArchive();
    const { backend, daemon, session } = await spokenSession({ archive });
    const watcher = await Watcher.of(daemon.address, { session });
    await daemon.does(session, { type: "send-message", text: "go" });
    backend.says("half a sen");
    await watcher.sees((piece) => piece.kind === "frame" && piece.frame.type === "text");
    expect(await daemon.client.call("removeSession", { params: { id: session }, body: {} })).toEqual({
      removed: session,
    });
    await watcher.sees((piece) => piece.kind === "frame" && piece.frame.type === "session-removed");
    const last = archive.stored(session).at(-1)?.body;
    expect(last).toMatchObject({ type: "turn.ended", reason: "cancelled" });
    await expect(daemon.client.call("readLog", { params: { id: session } })).rejects.toMatchObject({
      status: 404,
      code: "session_not_found",
    });
    await expect(daemon.does(session, { type: "send-message", text: "?" })).rejects.toMatchObject({
      status: 404,
    });
    expect((await Watcher.of(daemon.address, { session })).status).toBe(404);
    expect(await daemon.client.call("listSessions")).toEqual({ sessions: [] });
  });

  it("comes back whole, and those who looked at it are asked to come again", async () => {
    const { backend, daemon, session, watcher } = await watchedSession();
    const before = await daemon.logOf(session);
    const params = { id: session };
    await daemon.client.call("removeSession", { params, body: {} });
    const { removed } = await daemon.client.call("listRemovedSessions");
    expect(removed.map((one) => one.session.id)).toEqual([session]);
    const { session: back } = await daemon.client.call("restoreSession", { params, body: {} });
    expect(back.id).toBe(session);
    expect(await daemon.client.call("listRemovedSessions")).toEqual({ removed: [] });
    await watcher.ended;
    expect(await daemon.logOf(session)).toEqual(before);
    expect((await daemon.client.call("listSessions")).sessions.map(({ id }) => id)).toEqual([session]);
    const again = await Watcher.of(daemon.address, { session, lastEventId: String(before.length) });
    await again.seesSnapshot();
    await daemon.does(session, { type: "send-message", text: "still there?" });
    backend.says("Yes.");
    backend.stops();
    await again.seesEvent("turn.ended");
    expect(again.events[0]?.seq).toBe(before.length + 1);
  });

  it("is not opened again by one who asks while it goes", async () => {
    const shelf = memoryArchive();
    const requests: Promise<unknown>[] = [];
    const daemon = await givenDaemon({
      archive: {
        ...shelf,
        async remove(id) {
          requests.push(daemon.logOf(id).catch(() => undefined));
          requests.push(daemon.does(id, { type: "set-mode", mode: "plan" }).catch(() => undefined));
          await Promise.all(requests);
          await shelf.remove(id);
        },
      },
    });
    const session = await daemon.opensSession();
    const before = shelf.stored(session);
    await daemon.client.call("removeSession", { params: { id: session }, body: {} });
    expect(requests).toHaveLength(2);
    expect(shelf.stored(session)).toEqual(before);
    await expect(daemon.logOf(session)).rejects.toMatchObject({ status: 404 });
  });

  it("cannot be restored when it was never put aside", async () => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    for (const id of [session, "s12345678"]) {
      await expect(daemon.client.call("restoreSession", { params: { id }, body: {} })).rejects.toSatisfy(
        ({ status }) => status === 404 || status === 409,
      );
    }
    expect(await daemon.logOf(session)).toHaveLength(2);
  });
});

describe("a session that could not be opened", () => {
  it("is tried again by the next one who asks", async () => {
    const { shelf, id } = await shelvedSession("s88888888");
    let failures = 1;
    const daemon = await givenDaemon({
      archive: {
        ...shelf,
        async open(session) {
          if (failures-- > 0) throw new Error("the disk was away");
          return shelf.open(session);
        },
      },
    });
    await expect(daemon.logOf(id)).rejects.toMatchObject({ status: 500, code: "internal" });
    expect(await daemon.logOf(id)).toHaveLength(2);
  });
});

describe("a daemon that closes", () => {
  it("ends open turns in the log and opens nothing more", async () => {
    const archive = memoryArchive();
    const { daemon, session } = await spokenSession({ archive, keep: true });
    const watcher = await Watcher.of(daemon.address, { session });
    await daemon.does(session, { type: "send-message", text: "go" });
    await watcher.seesEvent("request.sent");
    await daemon.close();
    await watcher.ended;
    expect(archive.stored(session).at(-1)?.body).toMatchObject({ type: "turn.ended", reason: "shutdown" });
    await expect(daemon.client.call("health")).rejects.toMatchObject({ code: "daemon_unreachable" });
  });
});
