import type { FastifyServerOptions } from "fastify";

/** How every request finds its route. */
export const routing = {
  exposeHeadRoutes: false,
  // Longer than any path: an id that is too long is the route's to refuse, behind the guard.
  routerOptions: { maxParamLength: 8_192 },
  // Bodies are checked by the schemas of the protocol; the compilers of another kind are not even loaded.
  schemaController: {
    compilersFactory: { buildValidator: noOtherSchemas, buildSerializer: noOtherSchemas },
  },
} as const satisfies FastifyServerOptions;

function noOtherSchemas(): never {
  throw new Error("a route carries a schema that is not of the protocol");
}
