import type { ToolTier } from "@kestrel/protocol";
import type { Sentence } from "../sentence.ts";

/** What stands in the prompt of each session, by tier, and what found no room there. */
export const tiers = {
  "tier.core": "core tools",
  "tier.catalogued": "skills and web",
  "tier.foreign": "servers",
  "tier.tools": { one: "{count} tool", other: "{count} tools" },
  "tier.lines": {
    one: "{count} line, room for about {budget}",
    other: "{count} lines, room for about {budget}",
  },
  "tier.laid": "Laid ready: {names}",
  "tier.ready": "laid ready",
  "tier.readyCount": { one: "{count} time, {called} called", other: "{count} times, {called} called" },
  "tier.over":
    "Over the budget of {tier} (about {budget} tokens), so not in the prompt, but found by words: {names}",
} as const satisfies Record<`tier.${ToolTier}`, Sentence> & Record<string, Sentence>;
