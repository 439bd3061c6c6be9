import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** The way to a model's server on which questions wait until the test lets them through. */
export type HeldServer = {
  url: string;
  /** A question has come. */
  asked: Promise<void>;
  letThrough(): void;
};

/** Stands before `target` and holds every question to the model; all else goes by. It ends with the test. */
export async function heldServer(target: string): Promise<HeldServer> {
  let [letThrough, noteAsked] = [() => {}, () => {}];
  const open = new Promise<void>((resolve) => (letThrough = resolve));
  const asked = new Promise<void>((resolve) => (noteAsked = resolve));
  const pass = async (question: IncomingMessage, response: ServerResponse) => {
    const { method = "", url: path = "", headers } = question;
    const parts: Buffer[] = [];
    for await (const part of question) parts.push(part);
    if (method === "POST" && path.includes("completions")) {
      noteAsked();
      await open;
    }
    const upstream = request(`${target}${path}`, { method, headers, agent: false }, (reply) => {
      response.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(response);
    });
    upstream.on("error", () => response.destroy());
    response.on("close", () => upstream.destroy());
    upstream.end(Buffer.concat(parts));
  };
  const server = createServer((question, response) => {
    pass(question, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    letThrough();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, letThrough };
}
