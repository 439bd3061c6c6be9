import type { SessionState } from "@kestrel/session-state";

const longestPart = 1_200;

/**
 * The summary for a session that continues another: the requests, the changed files and the last answer. Made by rule and not by a
 * model, because the window is full by then.
 */
export function carryOver(state: SessionState): string {
  const asked: string[] = [];
  const changed = new Set<string>();
  let answer = "";
  for (const entry of state.timeline) {
    if (entry.kind === "user" && !entry.goesOn) {
      // A message that did not fit is often sent again.
      const request = cut(entry.text, 400);
      if (request !== asked.at(-1)) asked.push(request);
    } else if (entry.kind === "reply" && entry.text.trim() !== "") answer = entry.text;
    else if (entry.kind === "tool") for (const change of entry.changes) changed.add(change.path);
  }
  const lines = ["This continues an earlier session whose window was full.", "The user asked:"];
  lines.push(...asked.slice(-8).map((text) => `- ${text}`));
  if (changed.size > 0) lines.push(`Files changed so far: ${[...changed].slice(-40).join(", ")}`);
  if (answer !== "") lines.push(`The last answer was: ${cut(answer, longestPart)}`);
  return lines.join("\n");
}

function cut(text: string, limit: number): string {
  const flat = text.trim();
  return flat.length > limit ? `${flat.slice(0, limit - 1)}…` : flat;
}
