import type { MemoryRow } from "@kestrel/protocol/api";
import { visibleName } from "@kestrel/text";

/** The facts in Markdown, one per line below its folder. Without proposals. */
export function markdownOf(rows: readonly MemoryRow[]): string {
  const scopes = new Map<string, MemoryRow[]>([["", []]]);
  for (const row of rows) {
    if (row.source === "proposed") continue;
    const scope = row.workspace ?? "";
    scopes.set(scope, [...(scopes.get(scope) ?? []), row]);
  }
  const parts = [...scopes].map(([scope, facts]) => {
    const lines = facts.map(
      ({ content, pinned }) => `- ${visibleName(content)}${pinned ? " (pinned)" : ""}\n`,
    );
    return `## ${scope === "" ? "Everywhere" : visibleName(scope)}\n\n${lines.join("")}`;
  });
  return `# Memory\n\n${parts.join("\n")}`;
}
