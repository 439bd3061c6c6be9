import type { ToolTier } from "@kestrel/protocol";

/** What stands in the prompt of each session, by tier, and what found no room there. */
export const tiers = {
  "tier.core": "core tools",
  "tier.catalogued": "skills and web",
  "tier.foreign": "servers",
  "tier.tools": "{count} tools",
  "tier.lines": "{count} lines, room for about {budget}",
  "tier.laid": "Laid ready: {names}",
  "tier.ready": "laid ready",
  "tier.readyCount": "{count} times, {called} called",
  "tier.over":
    "Over the budget of {tier} (about {budget} tokens), so not in the prompt, but found by words: {names}",
} as const satisfies Record<`tier.${ToolTier}`, string> & Record<string, string>;
