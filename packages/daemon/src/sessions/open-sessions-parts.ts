import type { AgentParts, Redactor, SessionArchive, SessionCatalog, SessionSearch } from "@kestrel/core";
import type { Metrics } from "../metrics.ts";
import type { ModelsInUse } from "../models-in-use.ts";
import type { Trust } from "../trust.ts";
import type { SessionRules } from "./session-rules.ts";

/** What open sessions need: where their logs are, what their turns work with, and what a new one begins with. */
export type OpenSessionsParts = {
  archive: SessionArchive;
  catalog: SessionCatalog;
  search?: SessionSearch;
  agent: AgentParts;
  /** Looks through what leaves for others. */
  redactor: Redactor;
  models: Pick<ModelsInUse, "catalog" | "engine" | "forget" | "loaded">;
  rules: SessionRules;
  /** Counts what happens in all of them. */
  metrics?: Pick<Metrics, "note">;
  trust: Pick<Trust, "instructions">;
};
