import type { Assessment, CallBinding, ToolContext, ToolResult } from "@kestrel/core";
import type { RiskReason } from "@kestrel/protocol";
import { visibleName } from "@kestrel/text";
import { failedAnswer } from "../answer/answering.ts";
import { Refusal } from "../answer/refusal.ts";
import { type UnifiedDiff, unifiedDiff } from "../diff/unified-diff.ts";
import {
  encodedText,
  encodingNames,
  type FileEncoding,
  type FileText,
  fileText,
  usualEncoding,
} from "../encoding/file-text.ts";
import { type Bounds, boundsOf, type ConfinedPath, confine } from "../place/confined-path.ts";
import { bytesBefore, hashOf } from "../place/file-content.ts";
import { insteadOfGit } from "../place/instead-of-git.ts";
import { isInGit, isProtected } from "../place/protected-paths.ts";
import { lineAt } from "../syntax/syntax-checker.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import type { TextWorker } from "../worker/text-worker.ts";
import { replaceFile } from "./replace-file.ts";

/** Lines of both texts. Above this they are compared in the text worker, since it would block the daemon too long. */
const manyLines = 5_000;

/** A computed change that is not written yet. */
export type PlannedChange = {
  bounds: Bounds;
  place: ConfinedPath;
  before: Buffer | undefined;
  /** Undefined for a file that is missing or not text. */
  beforeText: string | undefined;
  after: Buffer;
  afterText: string;
  diff: UnifiedDiff;
  /** A warning that is added to the successful result. */
  warning?: string;
};

/** A file before a change: its confined path, its content in memory, its text if it is text, and what the session last saw of it. */
export type ChangeTarget = Pick<PlannedChange, "bounds" | "place" | "before"> & {
  text: FileText | undefined;
  hash: string | undefined;
  lastSeen: string | undefined;
};

export async function targetOf(
  dependencies: ToolDependencies,
  path: string,
  context: ToolContext,
): Promise<ChangeTarget> {
  if (/[\\/]$/.test(path)) throw new Refusal("That path names a folder. Give the path of a file.");
  const bounds = await boundsOf(context.workspace, dependencies);
  const place = await confine(bounds, path);
  await refuseGit(bounds, place);
  const before = await bytesBefore(bounds, place);
  return {
    bounds,
    place,
    before,
    text: before && fileText(before),
    hash: before && hashOf(before),
    lastSeen: context.lastSeen(place.path),
  };
}

/** Refuses to write in `.git`; the message names the file that was probably meant. */
async function refuseGit(bounds: Bounds, place: ConfinedPath): Promise<void> {
  if (!(await isInGit(bounds, place))) return;
  const found = await insteadOfGit(bounds, place);
  const next = found === undefined ? "Use a path outside .git." : `Use ${found}, which is there.`;
  throw new Refusal(
    `${visibleName(place.path)} belongs to git: only git changes it. Nothing was written. ${next}`,
  );
}

/** Computes the new content in the file's encoding. */
export async function plan(
  { bounds, place, before, text }: ChangeTarget,
  afterText: string,
  worker: Pick<TextWorker, "diff">,
): Promise<PlannedChange> {
  const shown = visibleName(place.path);
  const after = encodedText(afterText, text ?? usualEncoding);
  if ("missing" in after) throw new Refusal(notInEncoding(after.missing, shown, text ?? usualEncoding));
  const beforeText = text?.text ?? "";
  // Bytes that are not text have no lines to show; the difference is then shown against an empty text.
  const texts = [shown, before && beforeText, afterText] as const;
  const isLong = lineAt(beforeText, Infinity) + lineAt(afterText, Infinity) > manyLines;
  const diff = isLong ? await worker.diff(...texts) : unifiedDiff(...texts);
  if (!diff) throw new Refusal("That change is too much at once to be compared and shown. Do less at once.");
  const warning = text && doubtAbout(text, afterText, shown);
  const change = { bounds, place, before, beforeText: text?.text, after: after.bytes, afterText, diff };
  return warning === undefined ? change : { ...change, warning };
}

/** The warning for new characters written in a guessed encoding. */
function doubtAbout({ sure, encoding, text }: FileText, afterText: string, name: string): string | undefined {
  const letters = (of: string) => of.match(/[\u0080-\uffff]+/g)?.join("") ?? "";
  if (sure || letters(afterText) === letters(text)) return undefined;
  return `${name} is taken for ${encodingNames[encoding]} text and was written so; that is a guess.`;
}

function notInEncoding(character: string, name: string, { encoding }: FileEncoding): string {
  const [kept, code] = [encodingNames[encoding], character.codePointAt(0)?.toString(16).padStart(4, "0")];
  return `${name} is ${kept} text, which has no ${character} (U+${code?.toUpperCase()}). Nothing was written. Use other characters, or convert the file first with shell: iconv -f ${kept} -t UTF-8.`;
}

/** What the user approves: the change itself, or that it would be refused anyway. */
export async function assessChange(
  dependencies: ToolDependencies,
  path: string,
  context: ToolContext,
  prepare: () => Promise<PlannedChange>,
): Promise<Assessment> {
  const reasons: RiskReason[] = [];
  try {
    const bounds = await boundsOf(context.workspace, dependencies);
    if (await isProtected(bounds, await confine(bounds, path))) reasons.push("protected_path");
    const change = await prepare();
    const { before, place, diff } = change;
    reasons.unshift(before ? "changes_file" : "creates_file");
    const binding = await bindingOf(change);
    // The path may have changed between the two checks; the binding has the second result.
    if (binding.protected === "yes" && !reasons.includes("protected_path")) reasons.push("protected_path");
    const preview = { path: visibleName(place.path), diff: diff.diff };
    const intended = {
      path: place.path,
      ...(before && { before: hashOf(before) }),
      after: hashOf(change.after),
    };
    return { risk: "edit", reasons, binding, places: [place.path], preview, change: intended };
  } catch (error) {
    return { risk: "edit", reasons: ["changes_file", ...reasons], refused: failedAnswer(error, context) };
  }
}

/** The binding of an approval: the path, the content before and after, and whether the path is protected. */
export async function bindingOf({ bounds, place, before, after }: PlannedChange): Promise<CallBinding> {
  return {
    real: place.real,
    before: before ? hashOf(before) : "",
    after: hashOf(after),
    protected: (await isProtected(bounds, place)) ? "yes" : "no",
  };
}

/** Stores both versions, writes the change and formats the result. */
export async function carryOut(
  dependencies: ToolDependencies,
  change: PlannedChange,
  told: string,
): Promise<ToolResult> {
  const { bounds, place, before, after, diff, warning } = change;
  const beforeHash = before && (await dependencies.blobs.put(before));
  const afterHash = await dependencies.blobs.put(after);
  if (dependencies.guardedPlaces?.isHeld(place.real))
    throw new Refusal(`${visibleName(place.path)} is being run by a command. Change it when that is over.`);
  const write = () => replaceFile(bounds, place, after, beforeHash);
  const { names } = await (dependencies.guardedPlaces?.expecting(place.real, write) ?? write());
  const others =
    names > 1
      ? `The file had ${names} names (hard links): only this one has the new text, the others keep the old.`
      : undefined;
  return {
    outcome: "ok",
    content: [told, warning, others].filter((one) => one !== undefined).join("\n"),
    seen: [{ path: place.path, hash: afterHash }],
    changes: [
      {
        path: place.path,
        before: beforeHash,
        after: afterHash,
        diff: diff.diff,
        added: diff.added,
        removed: diff.removed,
      },
    ],
  };
}
