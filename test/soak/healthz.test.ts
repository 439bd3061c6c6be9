import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextRound } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { floods } from "../../packages/backends/test/hostile/floods.ts";
import { longestBlockAllowed } from "../daemon/event-loop.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { openTestSession } from "../daemon/test-session.ts";

/** Asks `/healthz` again and again from a process of its own, and prints the longest it took whenever it is asked to. */
const prober = `
const { get } = require("node:http");
const url = process.argv[1] + "/healthz";
let worst = 0, asked = 0;
const ask = () => {
  const began = performance.now();
  const end = () => { worst = Math.max(worst, performance.now() - began); asked += 1; setTimeout(ask, 5); };
  get(url, { agent: false }, (answer) => answer.resume().on("end", end)).on("error", end);
};
ask();
process.stdin.on("data", () => { console.log(JSON.stringify({ worst, asked })); worst = 0; asked = 0; });
`;

async function probing(url: string) {
  const child = spawn(process.execPath, ["-e", prober, url], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface(child.stdout);
  return async (): Promise<{ worst: number; asked: number }> => {
    const line = once(lines, "line");
    child.stdin.write("\n");
    return JSON.parse(String(await line)) as { worst: number; asked: number };
  };
}

/** A model server that says what it is told to next. */
async function hostileServer() {
  let answer: (response: ServerResponse) => void = (response) => void response.end();
  const server = createServer((request, response) => {
    response.on("error", () => undefined);
    request.resume();
    if (request.method === "GET")
      return void response
        .writeHead(200, { "content-type": "application/json" })
        .end('{"object":"list","data":[{"id":"m","object":"model"}]}');
    return answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    says: (next: (response: ServerResponse) => void) => {
      answer = next;
    },
  };
}

/** As fast as it is read, in pieces of a socket's size. */
function streamed(flows: () => Generator<string>) {
  async function* pieces() {
    let held = "";
    for (const part of flows()) {
      held += part;
      if (held.length < 16_384) continue;
      await nextRound();
      yield held;
      held = "";
    }
    yield held;
  }
  return (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    pipeline(Readable.from(pieces(), { objectMode: false }), response).catch(() => undefined);
  };
}

function interim(response: ServerResponse): void {
  const { socket } = response;
  const pour = () => {
    if (socket && !socket.destroyed)
      socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(200), () => setImmediate(pour));
  };
  pour();
}

it("/healthz answers within 100 ms, whatever a model server, a client or an export does", {
  timeout: 900_000,
}, async () => {
  const server = await hostileServer();
  const daemon = await startTestDaemon({ connect: server.url, config: 'ahead = "off"\n' });
  const worst = await probing(daemon.url);
  const rows: [string, number][] = [];
  /** What the machine does it does once; what the code does, it does each time: the best of three counts. */
  const measured = async (name: string, work: () => Promise<unknown>) => {
    let best = Number.POSITIVE_INFINITY;
    for (let tries = 0; tries < 3 && best > longestBlockAllowed; tries += 1) {
      await worst();
      await work();
      best = Math.min(best, (await worst()).worst);
    }
    rows.push([name, best]);
  };
  await worst();
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  rows.push(["nothing at all", (await worst()).worst]);
  const turn = async (text: string) => {
    const session = await openTestSession(daemon);
    await session.turn(text);
    session.leave();
    return session;
  };
  for (const { says, kind, flows } of floods) {
    if (kind !== "openai") continue;
    server.says(streamed(flows));
    await measured(`model: ${says}`, () => turn("go"));
  }
  server.says(interim);
  await measured("model: interim answers without end", () =>
    Promise.race([turn("go"), new Promise((resolve) => setTimeout(resolve, 10_000))]),
  );
  server.says(
    streamed(function* () {
      const content = "-eyJ".repeat(24_000);
      yield `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
      yield `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;
    }),
  );
  const session = await turn("a long line");
  await measured("export: a line of 96 KB of -eyJ", () =>
    daemon.client.call("exportSession", {
      params: { id: session.id },
      body: { format: "markdown", redact: true },
    }),
  );
  await measured("client: 120 connections with 40 unread requests each", async () => {
    const { port } = new URL(daemon.url);
    const sockets = Array.from({ length: 120 }, () => {
      const socket = connect({ host: "127.0.0.1", port: Number(port) });
      socket.on("error", () => undefined);
      socket.pause();
      socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(40));
      return socket;
    });
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    for (const socket of sockets) socket.destroy();
  });
  console.log(rows.map(([name, ms]) => `${ms.toFixed(0).padStart(6)} ms  ${name}`).join("\n"));
  const [[, quiet] = ["", 0]] = rows;
  // On a machine that is busy with other things a number says nothing of Kestrel.
  if (quiet > longestBlockAllowed / 2) return;
  expect(rows.filter(([, ms]) => ms > longestBlockAllowed)).toEqual([]);
});
