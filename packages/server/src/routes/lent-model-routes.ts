import type { ServerResponse } from "node:http";
import { KestrelError, type LentAnswer } from "@kestrel/core";
import type { Application } from "@kestrel/daemon";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { asKestrelError } from "../error-reply.ts";
import type { AccessTokens } from "../guard/access-tokens.ts";
import { callerOf, isRemote } from "../guard/guard-requests.ts";
import { protectedHeaders } from "../guard/protect-answers.ts";
import { route } from "./route.ts";
import { TokensUsed } from "./tokens-used.ts";

/** How long a program may leave an answer unread. Milliseconds. */
const mostUnreadMs = 60_000;

/** Largest request in bytes: a long conversation with a few pictures. */
const mostBody = 8 * 1_048_576;

/** The loaded model for other programs of this machine. Counts the use of each key. */
export function lentModelRoutes(
  app: FastifyInstance,
  { models, lent }: Pick<Application, "models" | "lent">,
  tokens: AccessTokens,
): void {
  route(app, "lentModels", 200, async ({ request }) => {
    refuseRemote(request);
    const { label } = models.engine.status();
    const data = label === undefined ? [] : [{ id: label, object: "model" as const, owned_by: "kestrel" }];
    return { object: "list" as const, data };
  });

  route(
    app,
    "lendModel",
    200,
    async ({ body, request, reply }) => {
      refuseRemote(request);
      const leaving = new AbortController();
      reply.raw.once("close", () => leaving.abort());
      const used = new TokensUsed();
      const caller = callerOf(request.raw);
      try {
        const answer = await lent.ask(body, leaving.signal);
        if (body.stream === true && answer.status === 200) {
          reply.hijack();
          await stream(answer, reply.raw, used);
          return {};
        }
        const text = await textOf(answer);
        used.hear(text);
        reply.code(answer.status).type("application/json; charset=utf-8");
        await reply.send(text);
        return {};
      } catch (error) {
        // The program left, so there is no answer to give.
        if (!leaving.signal.aborted) throw error;
        return {};
      } finally {
        if (typeof caller === "object") tokens.count(caller.id, used.counted());
      }
    },
    mostBody,
  );
}

/** The key is for programs of this machine. */
function refuseRemote({ raw }: FastifyRequest): void {
  if (isRemote(raw)) throw new KestrelError("forbidden", "the model is lent on this machine alone");
}

async function textOf({ bytes }: LentAnswer): Promise<string> {
  const words = new TextDecoder();
  let text = "";
  for await (const piece of bytes) text += words.decode(piece, { stream: true });
  return text + words.decode();
}

/** Forwards the pieces as they arrive, at the reader's pace. Sends a failure in the format of OpenAI's streams. */
async function stream({ bytes }: LentAnswer, response: ServerResponse, used: TokensUsed): Promise<void> {
  response.writeHead(200, {
    ...protectedHeaders(),
    "content-type": "text/event-stream; charset=utf-8",
    "x-accel-buffering": "no",
  });
  const words = new TextDecoder();
  try {
    for await (const piece of bytes) {
      if (response.destroyed) break;
      used.hear(words.decode(piece, { stream: true }));
      if (!response.write(piece)) await drained(response);
    }
  } catch (error) {
    if (response.destroyed) return;
    const { code, params } = asKestrelError(error, "lending the model", {});
    const message = code === "busy" ? "A turn in Kestrel took the model. Try again." : code;
    response.write(`data: ${JSON.stringify({ error: { message, type: "server_error", code, params } })}\n\n`);
  }
  response.end();
}

/** Resolves when it accepts more or is closed. Closes it when the program reads nothing for a minute, since others are queued. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const leave = setTimeout(() => response.destroy(), mostUnreadMs);
    const go = () => {
      clearTimeout(leave);
      response.off("drain", go);
      response.off("close", go);
      resolve();
    };
    response.on("drain", go);
    response.on("close", go);
  });
}
