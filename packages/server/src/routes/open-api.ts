import { ErrorBody, SessionEvent } from "@kestrel/protocol";
import { type ApiRoute, routes } from "@kestrel/protocol/api";
import { z } from "zod";

const json = (schema: z.ZodType, io: "input" | "output") => ({
  "application/json": { schema: { ...z.toJSONSchema(schema, { io }), $schema: undefined } },
});

/** The table of routes as OpenAPI 3.1, for third-party programs. */
export function openApi(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, row] of Object.entries<ApiRoute>(routes)) {
    const path = row.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: operation(name, row) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Kestrel", version },
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { SessionEvent: { ...z.toJSONSchema(SessionEvent, { io: "output" }), $schema: undefined } },
    },
    security: [{ token: [] }],
    paths,
  };
}

function operation(name: string, { path, body, takes, gives, answer, access }: ApiRoute): object {
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => ({
    ...{ name: parameter, in: "path", required: true, schema: { type: "string" } },
  }));
  const streams = name === "events";
  const text = streams ? "text/event-stream" : gives;
  return {
    operationId: name,
    security: rolesOf(access).map((role) => ({ token: [role] })),
    parameters: streams ? [...parameters, ...streamParameters] : parameters,
    ...(body ? { requestBody: { required: true, content: json(body, "input") } } : {}),
    ...(takes
      ? { requestBody: { required: true, content: { [takes]: { schema: { type: "string" } } } } }
      : {}),
    responses: {
      "2XX": {
        description: streams ? "Server-sent events; the data of each is a SessionEvent or a frame." : "Done.",
        content: text === undefined ? json(answer, "output") : { [text]: { schema: { type: "string" } } },
      },
      default: { description: "Refused, with a code.", content: json(ErrorBody, "output") },
    },
  };
}

/** OpenAPI 3.1 lets a bearer requirement name roles. */
function rolesOf(access: ApiRoute["access"]): readonly string[] {
  if (access === "public") return [];
  return access === "owner" ? [access] : access;
}

const streamParameters = ["session", "after", "sessions"].map((name) => ({
  ...{ name, in: "query", schema: { type: "string" } },
}));
