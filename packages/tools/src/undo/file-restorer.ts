import { type FileRestorer, KestrelError } from "@kestrel/core";
import type { FileRestoration, RefusedFile, RestoredFile } from "@kestrel/protocol";
import type { FileImage, WantedFile } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import { Refusal } from "../answer/refusal.ts";
import { systemCode } from "../answer/system-code.ts";
import type { Blobs } from "../change/file-blobs.ts";
import { ReadOnlyFolder } from "../change/replace-file.ts";
import { type UnifiedDiff, unifiedDiff } from "../diff/unified-diff.ts";
import { fileText } from "../encoding/file-text.ts";
import { type Bounds, boundsOf, type ConfinedPath } from "../place/confined-path.ts";
import { hashOf } from "../place/file-content.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import { type TextWorker, textWorker } from "../worker/text-worker.ts";
import { isSame, type PresentFile, placeOf, presentFile, Unrestorable } from "./present-file.ts";
import { putBack, type Wanted } from "./put-back.ts";

type Parts = Pick<
  ToolDependencies,
  "blobs" | "closedFolders" | "openFolders" | "extraRoots" | "workerProgram" | "guardedPlaces"
>;

/** UTF-16 units of both texts. Above this they are compared in the text worker, since it would block the daemon too long. */
const manyUnits = 100_000;

/** Restores files from the blobs stored when they were changed. */
export function fileRestorer(parts: Parts): FileRestorer {
  const worker = textWorker(parts.workerProgram);
  const each = async (workspace: string, wanted: readonly WantedFile[], does: boolean) => {
    const bounds = await boundsOf(workspace, parts);
    const restoration: FileRestoration = { files: [], refused: [] };
    for (const file of wanted) {
      const path = file.path;
      try {
        const planned = await plan(bounds, parts.blobs, file);
        if (does && planned.changes) await carryOut(bounds, parts, planned);
        restoration.files.push(await describeRestored(planned, worker));
      } catch (error) {
        restoration.refused.push({ path, reason: reasonOf(error) });
      }
    }
    return restoration;
  };
  return {
    preview: (workspace, wanted) => each(workspace, wanted, false),
    restore: (workspace, wanted) => each(workspace, wanted, true),
  };
}

type Planned = {
  place: ConfinedPath;
  present: PresentFile | undefined;
  wanted: Wanted | undefined;
  changes: boolean;
};

/** Checks the current file; rejects when it must stay. */
async function plan(bounds: Bounds, blobs: Blobs, file: WantedFile): Promise<Planned> {
  const place = await placeOf(bounds, file.path);
  const present = await presentFile(bounds, place);
  if (isSame(present, file.wanted) && isSameMode(present, file.wanted, file.left))
    return { place, present, wanted: undefined, changes: false };
  if (file.between) throw new Unrestorable("changed_between");
  if (!isSame(present, file.left)) throw new Unrestorable(present ? "changed" : "gone");
  return { place, present, wanted: file.wanted && (await kept(blobs, file.wanted)), changes: true };
}

/** A mode is restored when the session changed it; one that the user set stays. */
function isSameMode(present?: FileImage, wanted?: FileImage, left?: FileImage): boolean {
  if (wanted?.mode === undefined || left?.mode === undefined || wanted.mode === left.mode) return true;
  return present?.mode === wanted.mode;
}

async function kept(blobs: Blobs, image: FileImage): Promise<Wanted> {
  const bytes = await blobs.get(image.hash);
  if (!bytes || hashOf(bytes) !== image.hash) throw new Unrestorable("lost");
  return { ...image, bytes };
}

/** Stores the current content first: a restoration can be undone. */
async function carryOut(bounds: Bounds, parts: Parts, { place, present, wanted }: Planned): Promise<void> {
  if (present) await parts.blobs.put(present.bytes);
  const write = () => putBack(bounds, place, present, wanted);
  await (parts.guardedPlaces?.expecting(place.real, write) ?? write());
}

async function describeRestored(planned: Planned, worker: Pick<TextWorker, "diff">): Promise<RestoredFile> {
  const { place, present, wanted, changes } = planned;
  const now = changes ? wanted : present;
  const modes = {
    ...(present && { before: present.mode }),
    ...(now && { after: now.mode ?? present?.mode }),
  };
  const { diff, added, removed } = changes ? await diffOf(planned, worker) : noDiff;
  const action = changes ? actionOf(planned) : "unchanged";
  const images = { ...(present && { before: present.hash }), ...(now && { after: now.hash }) };
  return { path: place.path, action, ...images, modes, diff, added, removed };
}

function actionOf({ present, wanted }: Planned): RestoredFile["action"] {
  if (!wanted) return "deleted";
  return present ? "changed" : "created";
}

const noDiff = { diff: "", added: 0, removed: 0 };

/** Bytes that are not text have no lines to show. */
async function diffOf(
  { place, present, wanted }: Planned,
  worker: Pick<TextWorker, "diff">,
): Promise<Pick<UnifiedDiff, "diff" | "added" | "removed">> {
  const before = present && fileText(present.bytes)?.text;
  const after = wanted ? fileText(wanted.bytes)?.text : "";
  if (after === undefined || (present && before === undefined)) return noDiff;
  const texts = [visibleName(place.path), before, after] as const;
  const isLong = (before?.length ?? 0) + after.length > manyUnits;
  return (isLong ? await worker.diff(...texts) : unifiedDiff(...texts)) ?? noDiff;
}

function reasonOf(error: unknown): RefusedFile["reason"] {
  if (error instanceof Unrestorable) return error.reason;
  if (error instanceof ReadOnlyFolder) return "unwritable";
  if (error instanceof Refusal) return "changed";
  if (error instanceof KestrelError) throw error;
  const code = systemCode(error);
  if (code === undefined) throw error;
  if (code === "ENOTDIR" || code === "ELOOP") return "moved";
  return code === "EEXIST" ? "changed" : "unwritable";
}
