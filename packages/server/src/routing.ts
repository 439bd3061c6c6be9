import type { FastifyServerOptions } from "fastify";

/** Router options for all requests. */
export const routing = {
  exposeHeadRoutes: false,
  // Longer than any path: the route refuses an id that is too long, after the guard.
  routerOptions: { maxParamLength: 8_192 },
  // Bodies are checked by the schemas of the protocol; Fastify's schema compilers are not loaded.
  schemaController: {
    compilersFactory: { buildValidator: noOtherSchemas, buildSerializer: noOtherSchemas },
  },
} as const satisfies FastifyServerOptions;

function noOtherSchemas(): never {
  throw new Error("a route carries a schema that is not of the protocol");
}
