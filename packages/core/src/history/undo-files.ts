import type { EventBody, FileRestoration, OpId, UndoTarget } from "@kestrel/protocol";
import type { UndoPreview } from "@kestrel/protocol/api";
import { commandsIn, type SessionState, wantedFiles } from "@kestrel/session-state";
import { KestrelError } from "../errors.ts";
import type { AgentParts } from "../ports/agent-parts.ts";

/** The effect that an undo would have on the files now. */
export async function previewUndo(
  { files }: Pick<AgentParts, "files">,
  state: SessionState,
  target: UndoTarget,
): Promise<UndoPreview> {
  const wanted = wantedFiles(state, target);
  const nothing: FileRestoration = { files: [], refused: [] };
  const restoration = (wanted.length > 0 && (await files?.preview(state.workspace, wanted))) || nothing;
  return { ...restoration, commands: commandsIn(state, target) };
}

/** Restores files and returns the event to log. `told`: the conversation still mentions them, so the model is informed. */
export async function undoFiles(
  { files }: Pick<AgentParts, "files">,
  state: SessionState,
  { target, opId, told }: { target: UndoTarget; opId?: OpId; told: boolean },
): Promise<EventBody[]> {
  const wanted = wantedFiles(state, target);
  if (!files || wanted.length === 0) throw new KestrelError("nothing_to_undo", "no files were changed there");
  const restoration = await files.restore(state.workspace, wanted);
  const restored: EventBody = { type: "files.restored", target, ...restoration, opId };
  const text = told ? restoredNote(restoration) : undefined;
  if (text === undefined) return [restored];
  return [restored, { type: "context.added", kind: "restored", text }];
}

/** Most files that are named to the model. */
const mostNamed = 40;

/** The note for the model with the next message; undefined when nothing changed. */
export function restoredNote({ files }: Pick<FileRestoration, "files">): string | undefined {
  const changed = files.filter(({ action }) => action !== "unchanged");
  if (changed.length === 0) return undefined;
  const named = changed.slice(0, mostNamed).map(({ path, action }) => `${path} (${told[action]})`);
  const more = changed.length > mostNamed ? ` and ${changed.length - mostNamed} more` : "";
  return `The user put files back to an earlier state: ${named.join(", ")}${more}. Read a file again before you change it.`;
}

const told = { created: "there again", changed: "changed", deleted: "removed", unchanged: "unchanged" };
