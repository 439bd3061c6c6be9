import type { ModelFacts } from "@kestrel/protocol";
import type { BackendSettings } from "./backend-settings.ts";

/** The facts, with the user's word on how tools are given before the server's. */
export function withToolsAsSet(facts: ModelFacts, { tools }: BackendSettings): ModelFacts {
  return tools === undefined ? facts : { ...facts, capabilities: { ...facts.capabilities, tools } };
}
