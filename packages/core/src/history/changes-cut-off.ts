import type { EventBody } from "@kestrel/protocol";
import { openCalls, type SessionState, type WantedFile } from "@kestrel/session-state";
import type { AgentParts } from "../ports/agent-parts.ts";

/**
 * Files written by calls that a crash cut off before they were logged: a file with exactly the content its call was to write was written by
 * it, and can be undone. Others are unknown.
 */
export async function changesCutOff(
  { files }: Pick<AgentParts, "files">,
  state: SessionState,
): Promise<EventBody[]> {
  const { openTurn, workspace } = state;
  if (!openTurn || !files) return [];
  const changes: EventBody[] = [];
  for (const { callId, status, intended, approval } of openCalls(state)) {
    if (status !== "running" || !intended || intended.before === intended.after) continue;
    const { path, before, after } = intended;
    const wanted: WantedFile = {
      path,
      left: { hash: after },
      ...(before !== undefined && { wanted: { hash: before } }),
    };
    const { files: found } = await files.preview(workspace, [wanted]);
    const taken = found.find(({ action }) => action !== "unchanged");
    if (!taken) continue;
    changes.push({
      type: "file.changed",
      turnId: openTurn.turnId,
      callId,
      ...intended,
      diff: approval?.preview?.diff ?? "",
      added: taken.removed,
      removed: taken.added,
    });
  }
  return changes;
}
