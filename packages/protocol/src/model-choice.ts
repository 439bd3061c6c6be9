import { z } from "zod";
import { DiscoveredServer } from "./discovery.ts";
import { Failure } from "./error-code.ts";
import { ModelOrigin } from "./model-origin.ts";
import { ModelToLoad } from "./model-to-load.ts";

/** One model that a person can choose. */
export const ChoosableModel = z.object({
  label: z.string(),
  /** What a file's header calls it, and its engine, where that is another name. */
  title: z.string().optional(),
  /** The address of its server, or its file; absent for the one that comes with Kestrel. */
  where: z.string().optional(),
  /** How it is asked for. */
  wanted: ModelToLoad,
  /** What a session that goes on with it accepts. */
  from: ModelOrigin,
  inUse: z.boolean(),
  /** Runs on another machine than its server. */
  remote: z.literal(true).optional(),
});
export type ChoosableModel = z.infer<typeof ChoosableModel>;

/** The models that can be chosen, those of servers first and kestrel-nano last. Nothing is loaded by asking. */
export const ModelChoices = z.object({
  models: z.array(ChoosableModel),
  /** The servers that were asked; `failure`: why one lists no model, `auth` where it wants a key. */
  servers: z.array(
    z.object({ url: z.string(), kind: DiscoveredServer.shape.kind.optional(), failure: Failure.optional() }),
  ),
  /** The setting that names the model at every start, and where it is set. Without one, the last choice is used. */
  setBy: z.object({ key: z.string(), where: z.string().optional() }).optional(),
});
export type ModelChoices = z.infer<typeof ModelChoices>;
