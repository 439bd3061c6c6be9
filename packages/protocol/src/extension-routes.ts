import { helperRoutes } from "./helper.ts";
import { hookRoutes } from "./hook.ts";

/** The part of the table of routes that is about what works beside a session: helpers and hooks. */
export const extensionRoutes = { ...helperRoutes, ...hookRoutes } as const;
