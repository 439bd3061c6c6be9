import type { Tool, ToolContext, TrainedTexts } from "@kestrel/core";
import { reportUnexpected } from "@kestrel/diagnostics";
import { applyEdit, emptiedLine } from "@kestrel/edit-match";
import { visibleName } from "@kestrel/text";
import { z } from "zod";
import { NothingToDo, Refusal } from "../answer/refusal.ts";
import { linesChanged } from "../diff/unified-diff.ts";
import { nothingThere } from "../place/nothing-there.ts";
import { alreadyThere } from "./already-there.ts";
import { type ChangeParts, changingTool } from "./changing-tool.ts";
import { excerpt } from "./excerpt.ts";
import { type ChangeTarget, type PlannedChange, plan, targetOf } from "./planned-change.ts";
import { freshExcerpt } from "./stale-file.ts";

const Arguments = z.object({
  path: z.string(),
  old: z.string(),
  new: z.string(),
  all: z.boolean().optional(),
});
type Arguments = z.infer<typeof Arguments>;

/** Replaces text in a file that the session has read and that has not changed since. */
export function editTool(parts: ChangeParts): Tool {
  return changingTool(parts, {
    spec: {
      name: "edit",
      description: "Replace text in a file you have read.",
      parameters: {
        type: "object",
        properties: {
          path: { type: "string" },
          old: { type: "string", description: "exact text to replace; must occur once" },
          new: { type: "string" },
          all: { type: "boolean", description: "replace every occurrence" },
        },
        required: ["path", "old", "new"],
      },
    },
    schema: Arguments,
    prepare,
    formatResult,
  });
}

async function prepare(
  { dependencies, watch }: ChangeParts,
  edit: Arguments,
  context: ToolContext,
): Promise<PlannedChange> {
  const target = await targetOf(dependencies, edit.path, context);
  const name = visibleName(target.place.path);
  const { texts } = context;
  if (!target.before) {
    if (texts) throw new Refusal(texts.noFileToEdit(name));
    throw new Refusal(await nothingThere(target.bounds, target.place, " A new file is made with write."));
  }
  const { text } = target;
  if (!text?.exact) throw new Refusal(`${name} is not UTF-8 text; edit cannot change it safely. Use shell.`);
  refuseUnseen(target, text.text, edit, context);

  const result = applyEdit(text.text, { old: edit.old, new: edit.new, replaceAll: edit.all === true });
  if (result.ok) {
    const change = await watch.judged(await plan(target, result.content, watch.worker), context);
    return edit.new === "" ? withEmptiedLine(change, emptiedLine(text.text, result.content)) : change;
  }
  if (result.fault !== undefined) reportUnexpected("matching an edit", result.fault);
  const done = result.error === "not_found" ? alreadyThere(text.text, edit.new) : undefined;
  if (done !== undefined)
    throw new NothingToDo(`Nothing was written: ${name} has no such \`old\`, and ${done}.`);
  const wayOut = watch.misses(target, text.text, context);
  const failed = texts?.editFailed(result) ?? `${result.message}\nThe file is unchanged.`;
  throw new Refusal([failed, ...wayOut].join("\n"));
}

/** Adds a note when an edit left an empty line: the model may have meant to remove the line. */
function withEmptiedLine(change: PlannedChange, line: number | undefined): PlannedChange {
  if (line === undefined) return change;
  const note = `Line ${line} is empty now. To remove a line, end \`old\` with its line break.`;
  return { ...change, warning: change.warning === undefined ? note : `${change.warning}\n${note}` };
}

/** UTF-16 units up to which an unread file is shown. */
const shownWhole = 6_000;

/** Requires that the session has read the file and that it has not changed since. */
function refuseUnseen(
  target: ChangeTarget,
  text: string,
  edit: Arguments,
  { outputLimit, texts }: ToolContext,
): void {
  const { place, hash, lastSeen } = target;
  const name = visibleName(place.path);
  if (lastSeen === undefined) {
    if (texts) throw new Refusal(texts.readFirst(name));
    // Showing a small file at once saves the model a request and gives it the text to copy from.
    if (text.length <= Math.min(shownWhole, outputLimit / 2)) {
      const message = `You had not read ${name}; nothing was written. It says:\n${text}\nSend edit again, with old copied from it.`;
      throw new Refusal(message, [{ path: place.path, hash }]);
    }
    throw new Refusal(`Read ${name} first: call read with {"path": ${JSON.stringify(name)}}, then edit.`);
  }
  if (lastSeen === hash) return;
  const now = freshExcerpt(text, edit, outputLimit);
  const message = `${name} has changed since you read it; nothing was written. Around there it now says:\n${now}\nMake the edit against this.`;
  throw new Refusal(message, [{ path: place.path, hash }]);
}

function formatResult({ place, diff, afterText }: PlannedChange, texts?: TrainedTexts): string {
  if (texts) return texts.edited(visibleName(place.path), { ...diff, after: afterText });
  const lines = diff.first === diff.last ? `line ${diff.first}` : `lines ${diff.first}-${diff.last}`;
  const head = `Edited ${visibleName(place.path)}, ${lines} (${linesChanged(diff)}):`;
  return `${head}\n${excerpt(afterText, diff.first, diff.last, 2, 12)}`;
}
