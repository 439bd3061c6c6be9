import { KestrelError } from "@kestrel/core";
import type { ErrorBody } from "@kestrel/protocol";
import type { FastifyInstance } from "fastify";
import { ZodError } from "zod";

/** Every failure leaves as `{error:{code,params}}`: no stack, no path, no sentence. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    const failure = asKestrelError(error);
    const body: ErrorBody = { error: { code: failure.code, params: failure.params } };
    return reply.code(failure.status).send(body);
  });
  app.setNotFoundHandler((_request, reply) => {
    const body: ErrorBody = { error: { code: "not_found", params: {} } };
    return reply.code(404).send(body);
  });
}

function asKestrelError(error: unknown): KestrelError {
  if (error instanceof KestrelError) return error;
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    const where = issue?.path.join(".") ?? "";
    return new KestrelError("invalid_request", "does not fit the schema", {
      where,
      problem: issue?.message ?? "",
    });
  }
  const status = statusOf(error);
  if (status === 413) return new KestrelError("too_large", "body over the limit");
  if (status === 415) return new KestrelError("json_only", "not application/json");
  if (status >= 400 && status < 500) return new KestrelError("invalid_request", "not understood");
  return new KestrelError("internal", "unexpected failure", {}, { cause: error });
}

function statusOf(error: unknown): number {
  const status = (error as { statusCode?: unknown } | undefined)?.statusCode;
  return typeof status === "number" ? status : 500;
}
