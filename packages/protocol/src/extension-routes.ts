import { helperRoutes } from "./helper.ts";
import { hookRoutes } from "./hook.ts";

/** Routes of subagents and hooks. */
export const extensionRoutes = { ...helperRoutes, ...hookRoutes } as const;
