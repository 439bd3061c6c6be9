import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A model server that costs nothing: it says what it is told, at the pace it is told. */
export type WordServer = { url: string; close(): Promise<void> };

const known: Readonly<Record<string, unknown>> = {
  "/props": { default_generation_settings: { n_ctx: 8192 }, total_slots: 1, chat_template: "-" },
  "/v1/models": { object: "list", data: [{ id: "words", object: "model" }] },
  "/apply-template": { prompt: "-" },
};

/** `reply` is called with every request for a reply, says its words through `say` and resolves at its end. */
export async function startWordServer(
  reply: (say: (text: string) => void) => Promise<void>,
): Promise<WordServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    request.resume();
    if (path === "/v1/chat/completions") return void speak(response, reply);
    const answer = known[path];
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function speak(response: ServerResponse, reply: (say: (text: string) => void) => Promise<void>) {
  const send = (piece: object) => response.write(`data: ${JSON.stringify(piece)}\n\n`);
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.socket?.setNoDelay(true);
  await reply((content) => send({ choices: [{ index: 0, delta: { content } }] }));
  send({
    choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 1 },
  });
  response.end("data: [DONE]\n\n");
}
