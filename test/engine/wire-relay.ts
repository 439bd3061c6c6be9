import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Heard } from "../../packages/backends/test/fake-model-server.ts";
import type { Travel } from "../../packages/backends/test/stage.ts";

/** The wire between a client and a real server: it hears the questions, cuts the answers, and breaks them off. */
export interface WireRelay {
  url: string;
  heard: Heard[];
  /** Leads to that server from now on. With an `ending` an answer goes no further than its first words. */
  leadsTo(url: string, travel?: Travel): void;
  /** The client has left before the answer was over. */
  left(): Promise<void>;
  stop(): Promise<void>;
}

/** The first event of a chat stream with words in it, and all before it. */
const firstWords = /^.*?"content":".*?\n\n/s;

export async function openWireRelay(): Promise<WireRelay> {
  const heard: Heard[] = [];
  let target = "";
  let travel: Travel = {};
  let noteLeft = () => {};
  const left = new Promise<void>((resolve) => {
    noteLeft = resolve;
  });

  const answer = async (question: IncomingMessage, response: ServerResponse) => {
    const { method = "", url: path = "", headers } = question;
    const parts: Buffer[] = [];
    for await (const part of question) parts.push(part);
    const body = Buffer.concat(parts);
    heard.push({ method, path, headers, body: body.toString() });
    const upstream = request(`${target}${path}`, { method, headers, agent: false });
    response.on("close", () => {
      upstream.destroy();
      if (!response.writableFinished) noteLeft();
    });
    upstream.on("error", () => response.destroy());
    upstream.on("response", (reply) => {
      response.writeHead(reply.statusCode ?? 500, { "content-type": reply.headers["content-type"] ?? "" });
      pass(reply, response, travel).then(
        () => upstream.destroy(),
        () => response.destroy(),
      );
    });
    upstream.end(body);
  };
  const server = createServer((question, response) => {
    answer(question, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    leadsTo: (url, how = {}) => {
      target = url;
      travel = how;
    },
    left: () => left,
    async stop() {
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function pass(reply: IncomingMessage, response: ServerResponse, travel: Travel): Promise<void> {
  const { bytesAtOnce = Number.MAX_SAFE_INTEGER, ending } = travel;
  let held = "";
  for await (const bytes of reply) {
    if (response.destroyed) return;
    if (ending === undefined) {
      await cutIn(bytes, bytesAtOnce, response);
      continue;
    }
    held += bytes.toString("latin1");
    const words = firstWords.exec(held)?.[0];
    if (words === undefined) continue;
    response.write(Buffer.from(words, "latin1"));
    if (ending === "end") return void response.end();
    if (ending === "cut") return void response.write("", () => response.socket?.resetAndDestroy());
    // The server goes on and nothing of it arrives, until the client has enough.
    reply.resume();
    await new Promise((resolve) => response.once("close", resolve));
    return;
  }
  response.end();
}

async function cutIn(bytes: Buffer, bytesAtOnce: number, response: ServerResponse): Promise<void> {
  for (let start = 0; start < bytes.length; start += bytesAtOnce) {
    response.write(bytes.subarray(start, start + bytesAtOnce));
    // Both ends live in this process: two rounds of its loop bring a piece to the other end alone.
    for (let round = 0; round < 2; round += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}
