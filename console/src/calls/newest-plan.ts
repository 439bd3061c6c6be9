import { type TodoItem, todoItems } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";

/** How many entries back a plan is looked for: an older one is outdated. */
const farthest = 400;

/** The to-do list from the newest call; empty without one. */
export function newestPlan(timeline: SessionState["timeline"]): readonly TodoItem[] {
  for (let at = timeline.length - 1; at >= Math.max(0, timeline.length - farthest); at--) {
    const entry = timeline.at(at);
    if (entry?.kind === "tool" && entry.tool === "todo" && entry.status === "ok")
      return todoItems(entry.arguments);
  }
  return [];
}
