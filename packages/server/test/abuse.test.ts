import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import Fastify from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../test/daemon/event-loop.ts";
import { soonest } from "../../../test/daemon/how-long.ts";
import { keepRoom } from "../src/guard/connection-room.ts";
import { type GivenDaemon, givenDaemon } from "./kit/given-daemon.ts";
import { pending } from "./kit/pending.ts";
import { silentSocket } from "./kit/raw-request.ts";
import { shelvedSession } from "./kit/shelved-session.ts";

const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
const keys = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"${index.toString(36)}":0`).join(",")}}`;

/** Bodies made to cost more than they should. What they cost is a bench's business; that they change nothing is shown here. */
const heavy: readonly [title: string, body: string, status: number][] = [
  ["arrays ten thousand deep", deep("[", "]", 10_000), 400],
  ["objects ten thousand deep", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, 400],
  [
    "a message that is ten thousand deep",
    `{"opId":"op-1","type":"send-message","text":${deep("[", "]", 10_000)}}`,
    400,
  ],
  ["arrays half a million deep", deep("[", "]", 500_000), 400],
  ["a million keys", keys(1_000_000), 400],
  [
    "more than any picture has",
    JSON.stringify({ opId: "op-1", type: "send-message", text: "x".repeat(21 << 20) }),
    413,
  ],
  ["as many keys as fit", keys(110_000), 400],
  ["as many keys as fit beside an op", `{"opId":"op-1","type":"cancel",${keys(110_000).slice(1)}`, 400],
  [
    "a prototype at the bottom of many levels",
    `${'{"a":'.repeat(5_000)}{"__proto__":1}${"}".repeat(5_000)}`,
    400,
  ],
  ["an unending number", `{"opId":"op-1","type":"send-message","text":${"9".repeat(1_000_000)}}`, 400],
  ["a megabyte of blanks", `${" ".repeat(1_000_000)}{"opId":"op-1","type":"cancel"`, 400],
];

describe("a body made to be heavy", () => {
  it.each(heavy)("%s is refused, and the daemon goes on", async (_title, body, status) => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    const { result, blockedMs } = await longestBlock(async () => {
      const answer = await fetch(`${daemon.url}/api/v1/sessions/${session}/ops`, {
        method: "POST",
        headers: { authorization: `Bearer ${daemon.token}`, "content-type": "application/json" },
        body,
      });
      return { answer, text: await answer.text() };
    });
    const { answer, text } = result;
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
    expect(answer.status).toBe(status);
    expect(text.length).toBeLessThan(1_000);
    expect(await daemon.logOf(session)).toHaveLength(2);
  });
});

describe("connections that say nothing", () => {
  const halves: readonly [title: string, bytes: (daemon: GivenDaemon) => string][] = [
    ["nothing at all", () => ""],
    ["half a head", () => "GET / HTTP/1.1\r\nHost: 127"],
    [
      "half a body",
      ({ port }) =>
        `POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    ],
  ];

  it.each(halves)("keep nobody out: %s, from two hundred, then from six hundred", async (_title, bytes) => {
    const daemon = await givenDaemon();
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    for (const count of [200, 600]) {
      while (sockets.length < count) {
        sockets.push(
          ...(await Promise.all(Array.from({ length: 50 }, () => silentSocket(daemon.port, bytes(daemon))))),
        );
      }
      const took = await soonest(1_000, async () => {
        const startedAt = performance.now();
        const answer = await fetch(`${daemon.url}/healthz`, { headers: { connection: "close" } });
        expect(answer.status).toBe(200);
        return performance.now() - startedAt;
      });
      expect(took).toBeLessThan(1_000);
    }
    await expect.poll(() => sockets.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(256);
  });
});

describe("more requests at once than are answered", () => {
  it("are told to come later, and the others are answered when their time comes", async () => {
    const { shelf, id } = await shelvedSession("s66666666");
    const [disk, everybodyCame] = [pending(), pending()];
    const daemon = await givenDaemon({
      archive: {
        ...shelf,
        async open(session) {
          await disk.promise;
          return shelf.open(session);
        },
      },
    });
    let refused = 0;
    const asking = Array.from({ length: 120 }, async () => {
      const answer = await fetch(`${daemon.url}/api/v1/sessions/${id}/log`, {
        headers: { authorization: `Bearer ${daemon.token}` },
      });
      if (answer.status === 429 && ++refused === 24) everybodyCame.settle();
      await answer.text();
      return { status: answer.status, later: answer.headers.get("retry-after") };
    });
    await everybodyCame.promise;
    disk.settle();
    const answers = await Promise.all(asking);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(96);
    expect(answers.filter(({ status }) => status !== 200)).toEqual(
      Array(24).fill({ status: 429, later: "5" }),
    );
  });
});

/** Opens one connection of each kind as another user, and prints the name of each that is closed from the other side. */
const stranger = `
const { connect } = require("node:net");
const port = Number(process.argv[1]);
const kinds = {
  plain: { host: "127.0.0.1" },
  "another address of the loopback": { host: "127.0.0.1", localAddress: "127.0.0.2" },
  "a socket of IPv6": { host: "::ffff:127.0.0.1" },
  "half closed": { host: "127.0.0.1", half: true },
};
for (const [name, { half, ...to }] of Object.entries(kinds)) {
  const socket = connect({ port, ...to, allowHalfOpen: true }, () => {
    socket.write("GET /healthz HTTP/1.1\\r\\nHost: 127.0.0.1");
    if (half) socket.end();
  });
  socket.on("error", () => {});
  socket.on("close", () => console.log(name));
  socket.on("end", () => half || socket.end());
  socket.resume();
}
`;

describe("another user of this machine", () => {
  it.skipIf(process.getuid?.() !== 0 || process.platform !== "linux")(
    "has no connection, from whatever address and however half",
    async () => {
      const daemon = await givenDaemon();
      const own = await silentSocket(daemon.port, "GET /healthz HTTP/1.1\r\n");
      onTestFinished(() => void own.destroy());
      const child = spawn(process.execPath, ["-e", stranger, String(daemon.port)], {
        uid: 65_534,
        cwd: "/",
        env: {},
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      const closed = new Set<string>();
      createInterface(child.stdout).on("line", (line) => closed.add(line));
      // The requests are half: Kestrel itself would wait ten seconds for the rest.
      await expect.poll(() => closed.size, { timeout: 5_000 }).toBe(4);
      expect(own.destroyed).toBe(false);
    },
  );
});

describe("answers before anybody is let in", () => {
  it("that nobody reads keep no answer from those who are", async () => {
    const consoleFolder = await mkdtemp(join(tmpdir(), "kestrel-console-"));
    onTestFinished(() => rm(consoleFolder, { recursive: true, force: true }));
    await mkdir(join(consoleFolder, "assets"));
    await writeFile(join(consoleFolder, "index.html"), "<!doctype html>");
    await writeFile(join(consoleFolder, "assets", "big.js"), Buffer.alloc(32 * 1024 * 1024, "x"));
    const daemon = await givenDaemon({ parts: { consoleFolder } });
    const ask = `GET /assets/big.js HTTP/1.1\r\nHost: 127.0.0.1:${daemon.port}\r\n\r\n`;
    const sockets = await Promise.all(Array.from({ length: 120 }, () => silentSocket(daemon.port, ask)));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    const status = async (headers: Record<string, string>, path: string) =>
      (await fetch(`${daemon.url}${path}`, { headers })).status;
    await expect.poll(() => status({}, "/healthz")).toBe(429);
    const token = { authorization: `Bearer ${daemon.token}` };
    expect(await status(token, "/healthz")).toBe(200);
    expect(await status(token, "/api/v1/status")).toBe(200);
    expect(await status({}, "/api/v1/status")).toBe(401);
  });

  it("are ended when nobody reads them, and not when somebody reads slowly or is let in", async () => {
    const app = Fastify({ forceCloseConnections: true });
    onTestFinished(() => app.close());
    keepRoom(app, ({ headers }) => headers.authorization === "yes", { next: 200, whole: 60_000 });
    const megabyte = "x".repeat(1024 * 1024);
    app.get("/", (_request, reply) => reply.send(Readable.from(Array<string>(24).fill(megabyte))));
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as { port: number };
    const ask = (more: string) =>
      silentSocket(port, `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`);
    const admitted = await ask("authorization: yes\r\n");
    const unread = await ask("");
    const slow = await ask("");
    onTestFinished(() => {
      for (const socket of [admitted, unread, slow]) socket.destroy();
    });
    let read = 0;
    slow.on("data", (bytes) => {
      const before = Math.floor(read / megabyte.length);
      read += bytes.length;
      if (Math.floor(read / megabyte.length) === before) return;
      slow.pause();
      setTimeout(() => slow.resume(), 50);
    });
    const came = await new Promise<string>((resolve) => {
      slow.once("end", () => resolve("slow was read"));
      slow.once("close", () => resolve("slow was ended"));
    });
    expect([came, read > 23 * 1024 * 1024]).toEqual(["slow was read", true]);
    // What was not read lies in the socket; behind it the connection is gone.
    const end = new Promise((resolve) => void unread.once("close", resolve));
    unread.resume();
    await end;
    expect(unread.bytesRead).toBeLessThan(23 * 1024 * 1024);
    let all = 0;
    admitted.on("data", (bytes) => {
      all += bytes.length;
    });
    await expect.poll(() => all, { timeout: 20_000 }).toBeGreaterThan(23 * 1024 * 1024);
  });

  it("are one at a time: who asks again before the answer is there is let go", async () => {
    const daemon = await givenDaemon();
    const head = `GET /api/v1/sessions HTTP/1.1\r\nHost: 127.0.0.1:${daemon.port}\r\nAuthorization: Bearer ${daemon.token}\r\n\r\n`;
    const socket = connect({ host: "127.0.0.1", port: daemon.port });
    let heard = "";
    socket.on("data", (bytes) => {
      heard += String(bytes);
    });
    socket.on("error", () => undefined);
    socket.write(head.repeat(40));
    await once(socket, "close");
    expect(heard.split("HTTP/1.1 200").length).toBeLessThan(40);
  });
});
