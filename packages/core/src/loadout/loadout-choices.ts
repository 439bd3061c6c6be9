import { type CatalogLine, catalogText, type ToolSpec } from "@kestrel/protocol";
import type { LoadoutChoices } from "@kestrel/protocol/api";
import { estimateTokens } from "@kestrel/text";
import { estimatePrompt } from "../context/estimate-tokens.ts";

/** Everything a loadout can name, with estimated tokens for choosing. The bill counts the choice. */
export function loadoutChoices(here: {
  tools: readonly ToolSpec[];
  lines: readonly CatalogLine[];
}): LoadoutChoices {
  const bare = estimatePrompt({ messages: [], tools: [] });
  return {
    tools: here.tools.map((tool) => ({
      name: tool.name,
      tokens: estimatePrompt({ messages: [], tools: [tool] }) - bare,
    })),
    lines: here.lines.map(({ kind, name, line }) => ({
      ...{ kind, name, line },
      tokens: estimateTokens(catalogText({ name, line })),
    })),
  };
}
