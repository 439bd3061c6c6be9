import type { StandingChange } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import { longestMessage, longestSubject } from "./commit-bounds.ts";

const verbs = { created: "Add", changed: "Change", deleted: "Remove" } as const;

/** Most files that are listed one by one. */
const mostListed = 20;

/** A commit message from the list of files alone; at least one. Deterministic. */
export function commitByRule(changes: readonly StandingChange[]): string {
  const [first, ...others] = changes.map(({ path }) => visibleName(path));
  const kinds = new Set(changes.map(({ kind }) => kind));
  const [kind = "changed"] = kinds;
  const verb = verbs[kinds.size === 1 ? kind : "changed"];
  const rest = others.length === 0 ? "" : ` and ${others.length} other${others.length === 1 ? "" : "s"}`;
  const names = [first ?? "", first?.split("/").at(-1) ?? ""];
  const subject =
    names.map((name) => `${verb} ${name}${rest}`).find((line) => line.length <= longestSubject) ??
    `${verb} ${changes.length} file${changes.length === 1 ? "" : "s"}`;
  return `${subject}\n\n${listed(changes).join("\n")}`;
}

function listed(changes: readonly StandingChange[]): string[] {
  const lines: string[] = [];
  // One more line reports the omitted files.
  let left = longestMessage - longestSubject - 40;
  for (const { path, kind, added, removed } of changes) {
    const counts = added === undefined ? "" : ` (+${added} -${removed ?? 0})`;
    const line = `- ${visibleName(path)}${counts === "" && kind !== "changed" ? ` (${kind})` : counts}`;
    left -= line.length + 1;
    if (left < 0 || lines.length === mostListed) break;
    lines.push(line);
  }
  const more = changes.length - lines.length;
  return more === 0 ? lines : [...lines, `- and ${more} more`];
}
