import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SessionArchive } from "@kestrel/core";
import { memoryArchive } from "@kestrel/core/testing";
import type { EventBody, SessionId } from "@kestrel/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { rounds } from "../../../../test/soaking.ts";
import { EventStream } from "../../src/events/event-stream.ts";
import { type GivenDaemon, givenDaemon } from "../kit/given-daemon.ts";
import { heard } from "../kit/heard.ts";
import { pending } from "../kit/pending.ts";
import { silentSocket } from "../kit/raw-request.ts";
import { shelvedSession } from "../kit/shelved-session.ts";
import { spokenSession } from "../kit/spoken-session.ts";
import { watchedSession } from "../kit/watched-session.ts";
import { Watcher } from "../kit/watcher.ts";

describe("many clients", () => {
  it("lets sixty-four in, however many come at once, and tells the others to come later", async () => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    const all = await Promise.all(Array.from({ length: 90 }, () => Watcher.of(daemon.address, { session })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(64);
    const refused = all.filter(({ status }) => status !== 200);
    expect(refused.map(({ status }) => status)).toEqual(Array(26).fill(429));
    expect(refused[0]?.headers.get("retry-after")).toBe("5");
    expect(daemon.clients()).toBe(64);

    await all.find(({ status }) => status === 200)?.leaves();
    await expect.poll(() => daemon.clients()).toBe(63);
    expect((await Watcher.of(daemon.address, { session })).status).toBe(200);
  });

  it.skipIf(process.platform !== "linux")(
    "leaves no descriptor open when a hundred come at once and go, again and again",
    { timeout: rounds(120_000, 600_000) },
    async () => {
      const daemon = await givenDaemon();
      const session = await daemon.opensSession();
      const open = () => readdirSync("/proc/self/fd").length;
      const before = open();
      const heads: string[] = [];
      for (let storm = 0; storm < rounds(3, 20); storm++) {
        const sockets = await Promise.all(
          Array.from({ length: 100 }, () => silentSocket(daemon.port, streamRequest(daemon, session))),
        );
        const first = await Promise.all(
          sockets.map(async (socket) => String((await once(socket, "data"))[0]).slice(0, 12)),
        );
        heads.push(...first);
        expect(first.filter((head) => head === "HTTP/1.1 200").length).toBeLessThanOrEqual(64);
        for (const socket of sockets) socket.destroy();
        await expect.poll(() => daemon.clients()).toBe(0);
      }
      expect(new Set(heads)).toEqual(new Set(["HTTP/1.1 200", "HTTP/1.1 429"]));
      await expect.poll(open).toBeLessThanOrEqual(before + 5);
    },
  );

  it("gives every chunk to each of fifty", async () => {
    const { backend, daemon, session } = await spokenSession();
    const fifty = await Promise.all(
      Array.from({ length: 50 }, () => Watcher.of(daemon.address, { session })),
    );
    await Promise.all(fifty.map((watcher) => watcher.seesSnapshot()));
    await daemon.does(session, { type: "send-message", text: "count" });
    const words = Array.from({ length: 200 }, (_, index) => `${index} `);
    for (const word of words) backend.says(word);
    backend.stops();
    await Promise.all(fifty.map((watcher) => watcher.seesEvent("turn.ended")));
    for (const watcher of fifty) {
      expect(watcher.frames.flatMap((frame) => (frame.type === "text" ? [frame.delta] : []))).toEqual(words);
      expect([...heard(watcher.pieces).values()].map(({ text }) => text)).toEqual([words.join("")]);
    }
  });
});

describe("a client that does not read", () => {
  it("is let go, while the others are served and it can come back", async () => {
    const { backend, daemon, session, watcher: good } = await watchedSession();
    const paused = await silentSocket(daemon.port, streamRequest(daemon, session));
    paused.pause();
    onTestFinished(() => void paused.destroy());
    await expect.poll(() => daemon.clients()).toBe(2);
    await daemon.does(session, { type: "send-message", text: "much" });
    let [pieces, said] = [0, 0];
    while (daemon.clients() > 1 && pieces++ < 1_000) {
      daemon.clock.ms += 1_001;
      const much = Array.from({ length: 8_000 }, (_, index) => said + index * 7).join(" ");
      said += much.length;
      backend.says(much);
      await good.until(() => heardBy(good) === said);
      // One reply has a bound: the words go on in the next.
      if (pieces % 4 !== 0) continue;
      backend.stops();
      await good.until(() => turnsOver(good) === pieces / 4);
      await daemon.does(session, { type: "send-message", text: "more" });
    }
    expect(daemon.clients()).toBe(1);
    const over = turnsOver(good);
    backend.says("Done.");
    backend.stops();
    await good.until(() => turnsOver(good) === over + 1);
    expect(good.events).toEqual(await daemon.logOf(session));
  });

  it("is let go after three unread pings, when too little waits to be let go at once", async () => {
    const letGo = pending();
    const server = await listening((response) => {
      const stream = new EventStream(response, 20);
      stream.closed.then(letGo.settle);
      // More than the kernel and the response hold, less than what is let go at once.
      const fill = setInterval(() => {
        if (response.writableNeedDrain) clearInterval(fill);
        else stream.frame({ type: "engine", status: { state: "ready", lines: ["x".repeat(60_000)] } });
      }, 1);
    });
    const { port } = server.address() as AddressInfo;
    const paused = await silentSocket(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    paused.pause();
    onTestFinished(() => void paused.destroy());
    await letGo.promise;
    expect(paused.readableFlowing).toBe(false);
  });

  it("gets a single piece larger than what may wait", async () => {
    const archive = memoryArchive();
    const daemon = await givenDaemon({ archive });
    const session = await daemon.opensSession();
    const log = await archive.open(session);
    const large: EventBody = { type: "session.titled", title: "x".repeat(3 << 20) };
    await log.append([large, { type: "session.titled", title: "after it" }]);
    const again = await givenDaemon({ archive });
    const watcher = await Watcher.of(again.address, { session });
    await watcher.seesSnapshot();
    expect(watcher.events.slice(-2).map(({ body }) => body)).toEqual([
      large,
      { type: "session.titled", title: "after it" },
    ]);
  });
});

describe("a client that leaves before its session is open", () => {
  it("takes no place", async () => {
    const { shelf, id } = await shelvedSession("s77777777");
    const [opened, asked] = [pending(), pending()];
    const slow: SessionArchive = {
      ...shelf,
      async open(session) {
        asked.settle();
        await opened.promise;
        return shelf.open(session);
      },
    };
    const daemon = await givenDaemon({ archive: slow });
    const socket = await silentSocket(daemon.port, streamRequest(daemon, id, 2));
    await asked.promise;
    socket.destroy();
    await new Promise((resolve) => socket.once("close", resolve));
    await daemon.client.call("health");
    opened.settle();
    expect((await daemon.summaryOf(id))?.id).toBe(id);
    expect(daemon.clients()).toBe(0);
  });
});

function heardBy(watcher: Watcher): number {
  return watcher.frames.reduce((sum, frame) => sum + (frame.type === "text" ? frame.delta.length : 0), 0);
}

function turnsOver(watcher: Watcher): number {
  return watcher.events.filter(({ body }) => body.type === "turn.ended").length;
}

function streamRequest({ port, token }: GivenDaemon, session: SessionId, after = 0): string {
  const head = [`GET /api/v1/events?session=${session}&after=${after} HTTP/1.1`, `Host: 127.0.0.1:${port}`];
  return [...head, `Authorization: Bearer ${token}`, "", ""].join("\r\n");
}

async function listening(serve: (response: ServerResponse) => void): Promise<Server> {
  const server = createServer((_request, response) => serve(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}
