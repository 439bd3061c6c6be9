import type { Socket } from "node:net";
import { KestrelError, type ReportIds } from "@kestrel/core";
import { report } from "@kestrel/diagnostics";
import type { ErrorBody } from "@kestrel/protocol";
import type { FastifyInstance, FastifyReply } from "fastify";
import { ZodError } from "zod";
import { protectedHeaders } from "./guard/protect-answers.ts";

/** Longest hint: it must not copy what was sent. UTF-16 units. */
const longestHint = 200;

const jsonType = "application/json; charset=utf-8";

/** Answers every failure as `{error:{code,params}}`: no stack, no path, no sentence. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { id } = request.params as { id?: unknown };
    const ids = typeof id === "string" ? { sessionId: id.slice(0, longestHint) } : {};
    const failure = asKestrelError(error, `${request.method} ${request.routeOptions.url ?? ""}`, ids);
    if (failure.status === 429) reply.header("retry-after", retryAfter(failure));
    return reply.code(failure.status).send(bodyOf(failure));
  });
  app.setNotFoundHandler((_request, reply) => {
    return reply.code(404).send(bodyOf(new KestrelError("not_found", "no such route")));
  });
}

/** A request target that cannot be routed. Nothing of it is repeated. */
export function answerUnroutable(_error: Error, _request: unknown, { raw }: FastifyReply): void {
  const body = JSON.stringify(bodyOf(new KestrelError("bad_target", "not a request target")));
  const length = String(Buffer.byteLength(body));
  raw.writeHead(400, { ...protectedHeaders(), "content-type": jsonType, "content-length": length });
  raw.end(body);
}

const brokenAnswers: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
};

/** Answers input that is not HTTP, is too slow or has too large a head, and ends the connection. */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  // After an earlier answer, the client cannot tell which request a second one belongs to.
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status = brokenAnswers[error.code ?? ""] ?? "400 Bad Request";
  const body = JSON.stringify(bodyOf(new KestrelError("invalid_request", "not understood")));
  const headers = {
    ...protectedHeaders(),
    "content-type": jsonType,
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...head, "", body].join("\r\n"), () => socket.destroy());
}

function bodyOf({ code, params }: KestrelError): ErrorBody {
  return { error: { code, params } };
}

/** Seconds. */
function retryAfter({ code }: KestrelError): number {
  return code === "too_many_attempts" ? 60 : 5;
}

/** Any thrown value as an error with a code. An unexpected one is reported: its answer carries the id of the report. */
export function asKestrelError(error: unknown, where: string, ids: ReportIds): KestrelError {
  if (error instanceof KestrelError && (error.code !== "internal" || error.params.report !== undefined))
    return error;
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    return new KestrelError("invalid_request", "does not fit the schema", {
      where: (issue?.path.join(".") ?? "").slice(0, longestHint),
      problem: (issue?.message ?? "").slice(0, longestHint),
    });
  }
  const status = statusOf(error);
  if (status === 413) return new KestrelError("too_large", "body over the limit");
  if (status === 415) return new KestrelError("json_only", "not application/json");
  if (status >= 400 && status < 500) return new KestrelError("invalid_request", "not understood");
  const id = report(where, error, ids);
  return new KestrelError("internal", "unexpected failure", { report: id }, { cause: error });
}

function statusOf(error: unknown): number {
  const status = (error as { statusCode?: unknown } | undefined)?.statusCode;
  return typeof status === "number" ? status : 500;
}
