import { type TodoItem, todoItems } from "@kestrel/protocol/api";
import type { SessionState } from "@kestrel/session-state";

/** How many entries back a plan is looked for: an older one is history. */
const farthest = 400;

/** The model's list as its newest call wrote it; empty where there is none. */
export function newestPlan(timeline: SessionState["timeline"]): readonly TodoItem[] {
  for (let at = timeline.length - 1; at >= Math.max(0, timeline.length - farthest); at--) {
    const entry = timeline.at(at);
    if (entry?.kind === "tool" && entry.tool === "todo" && entry.status === "ok")
      return todoItems(entry.arguments);
  }
  return [];
}
