import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A model server that costs nothing: it says what it is told, at the pace it is told. */
export type WordServer = { url: string; close(): Promise<void> };

type Reply = (say: (text: string) => void, asked: string) => Promise<void>;

const known: Readonly<Record<string, unknown>> = {
  "/props": { default_generation_settings: { n_ctx: 8192 }, total_slots: 1, chat_template: "-" },
  "/v1/models": { object: "list", data: [{ id: "words", object: "model" }] },
  "/apply-template": { prompt: "-" },
};

/** `reply` is called with every request for a reply, with its body, says its words through `say` and resolves at its end; if it rejects, the reply fails. */
export async function startWordServer(reply: Reply): Promise<WordServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    if (path === "/v1/chat/completions")
      return void text(request).then((asked) => speak(response, reply, asked));
    request.resume();
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

async function speak(response: ServerResponse, reply: Reply, asked: string) {
  const send = (piece: object) => response.write(`data: ${JSON.stringify(piece)}\n\n`);
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.socket?.setNoDelay(true);
  try {
    await reply((content) => send({ choices: [{ index: 0, delta: { content } }] }), asked);
  } catch (error) {
    send({ error: { code: 400, type: "invalid_request_error", message: String(error) } });
    return void response.end();
  }
  send({
    choices: [{ index: 0, delta: {}, finish_reason: "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 1 },
  });
  response.end("data: [DONE]\n\n");
}
