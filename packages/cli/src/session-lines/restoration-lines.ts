import type { FileRestoration, UndoTarget } from "@kestrel/protocol";
import type { RewoundEntry } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { paintLine } from "../terminal/painted-line.ts";
import type { Paint } from "../terminal/style.ts";
import { diffLines } from "./diff-lines.ts";

type Shown = { preview?: boolean; diffs?: boolean };

/** The result or preview of an undo or redo, file by file, and what was skipped and why. */
export function restorationLines(
  { files, refused, target }: FileRestoration & { target: UndoTarget },
  say: Say,
  paint: Paint,
  { preview = false, diffs = false }: Shown = {},
): string[] {
  const count = files.filter(({ action }) => action !== "unchanged").length;
  const act = "restored" in target ? "redo" : "undo";
  const done = preview ? (`${act}.would` as const) : (`${act}.done` as const);
  const lines = [count === 0 ? say(`${act}.doneNone`) : say(done, { count })];
  for (const { path, action, added, removed, diff } of files) {
    const counts = added + removed > 0 ? ` (+${added} -${removed})` : "";
    lines.push(`  ${visibleName(path)}  ${say(`undo.file.${action}`)}${counts}`);
    if (diffs && diff !== "") lines.push(...diffLines(diff).map((line) => `    ${paintLine(line, paint)}`));
  }
  if (refused.length > 0) lines.push(paint("yellow", say("undo.left", { count: refused.length })));
  for (const { path, reason } of refused)
    lines.push(`  ${visibleName(path)}  ${say(`undo.refused.${reason}`)}`);
  return lines;
}

/** Reports turns that are no longer part of the conversation. */
export function rewoundLine({ why, turns }: Pick<RewoundEntry, "why" | "turns">, say: Say): string {
  return why === "asked" ? say("rewind.asked", { count: turns }) : say(`rewind.${why}`);
}
