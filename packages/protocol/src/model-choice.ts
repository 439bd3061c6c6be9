import { z } from "zod";
import { DiscoveredServer } from "./discovery.ts";
import { Failure } from "./error-code.ts";
import { ModelOrigin } from "./model-origin.ts";
import { ModelToLoad } from "./model-to-load.ts";

/** A model that the user can choose. */
export const ChoosableModel = z.object({
  label: z.string(),
  /** The name in the file's header or of its engine, if different. */
  title: z.string().optional(),
  /** The address of its server, or its file; absent for the built-in one. */
  where: z.string().optional(),
  /** The request that loads it. */
  wanted: ModelToLoad,
  /** The origin to accept for a session that continues with it. */
  from: ModelOrigin,
  inUse: z.boolean(),
  /** Loaded beside the main model: a session that accepts its origin uses it at once. */
  beside: z.literal(true).optional(),
  /** Runs on another machine than its server. */
  remote: z.literal(true).optional(),
});
export type ChoosableModel = z.infer<typeof ChoosableModel>;

/** The models to choose from, those of servers first and kestrel-nano last. Loads nothing. */
export const ModelChoices = z.object({
  models: z.array(ChoosableModel),
  /** The queried servers; `failure`: why one lists no model, `auth` when it needs a key. */
  servers: z.array(
    z.object({
      url: z.string(),
      kind: DiscoveredServer.shape.kind.optional(),
      failure: Failure.optional(),
      /** It was added or used before; such a server can be removed. */
      saved: z.literal(true).optional(),
      /** A key for it is stored. The key itself is never returned. */
      keyed: z.literal(true).optional(),
    }),
  ),
  /** The setting that names the model at every start, and where it is set. Without one, the last choice is used. */
  setBy: z.object({ key: z.string(), where: z.string().optional() }).optional(),
});
export type ModelChoices = z.infer<typeof ModelChoices>;
