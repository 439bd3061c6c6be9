import { type ApiRoute, routes } from "@kestrel/protocol/api";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { givenDaemon } from "./kit/given-daemon.ts";

it("tells every route of the table as OpenAPI 3.1", async () => {
  const daemon = await givenDaemon();
  const document = await daemon.client.call("openApi");
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  const told = Object.entries(document.paths as Record<string, Record<string, { operationId: string }>>);
  const names = told.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
  );
  const table = Object.entries<ApiRoute>(routes).map(
    ([name, { method, path }]) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, "{$1}")} ${name}`,
  );
  expect(names.sort()).toEqual(table.sort());
});
