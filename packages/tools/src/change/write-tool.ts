import type { Tool, ToolContext, TrainedTexts } from "@kestrel/core";
import { visibleName } from "@kestrel/text";
import { z } from "zod";
import { clipEnd } from "../answer/clip.ts";
import { NothingToDo, Refusal } from "../answer/refusal.ts";
import { linesChanged, linesGone } from "../diff/unified-diff.ts";
import { largestWholeFile } from "../place/file-content.ts";
import { type ChangeParts, changingTool } from "./changing-tool.ts";
import { type PlannedChange, plan, targetOf } from "./planned-change.ts";

const Arguments = z.object({ path: z.string(), content: z.string() });
type Arguments = z.infer<typeof Arguments>;

/** Creates a file with its folders, or replaces one that the session has read. */
export function writeTool(parts: ChangeParts): Tool {
  return changingTool(parts, {
    spec: {
      name: "write",
      description: "Create a file, or replace one you have read. Prefer edit for changes.",
      parameters: {
        type: "object",
        properties: { path: { type: "string" }, content: { type: "string" } },
        required: ["path", "content"],
      },
    },
    schema: Arguments,
    prepare,
    formatResult,
  });
}

async function prepare(
  { dependencies, watch }: ChangeParts,
  write: Arguments,
  context: ToolContext,
): Promise<PlannedChange> {
  if (Buffer.byteLength(write.content) > largestWholeFile)
    throw new Refusal("That is too much for one file.");
  const target = await targetOf(dependencies, write.path, context);
  const name = visibleName(target.place.path);
  if (target.before && target.lastSeen !== target.hash) {
    if (target.lastSeen === undefined && context.texts) throw new Refusal(context.texts.exists(name));
    const why = target.lastSeen === undefined ? "already exists" : "has changed since you read it";
    throw new Refusal(
      `${name} ${why}. Call read with {"path": ${JSON.stringify(name)}} first, or use another name.`,
    );
  }
  // Seen from small models that had nothing to add. Its own models were trained without this.
  if (write.content.trim() === "" && target.text && target.text.text.trim() !== "" && !context.texts)
    throw new Refusal(
      `content is empty, and ${name} is not: nothing was written. Send its whole new content. To empty it, call shell with {"command": ${JSON.stringify(`: > ${name}`)}}.`,
    );
  const change = await plan(target, withLineEnds(write.content, target.text?.text), watch.worker);
  if (target.before?.equals(change.after)) {
    // An unchanged file is an error only for models trained to see one.
    if (context.texts) throw new Refusal(`${name} already holds exactly that.`);
    throw new NothingToDo(`${name} already holds exactly that; nothing had to be written.`);
  }
  return watch.judged(change, context);
}

/** Keeps CR LF in a file that uses it throughout: the model saw the text without CR and sends it that way. */
function withLineEnds(content: string, before: string | undefined): string {
  const isCarriage = before?.includes("\n") && !/(?<!\r)\n/.test(before);
  return isCarriage && !content.includes("\r") ? content.replaceAll("\n", "\r\n") : content;
}

function formatResult({ place, before, diff, afterText }: PlannedChange, texts?: TrainedTexts): string {
  const name = visibleName(place.path);
  if (before) {
    if (texts) return texts.replaced(name, diff);
    const gone = diff.removed > diff.added ? linesGone(diff).map((line) => clipEnd(line, 80)) : [];
    const lost = gone.length > 0 ? ` Among the lines that are gone: ${gone.join(" | ")}` : "";
    return `Replaced ${name} (${linesChanged(diff)}).${lost}`;
  }
  const lines = afterText === "" ? 0 : afterText.split("\n").length - (afterText.endsWith("\n") ? 1 : 0);
  return texts?.created(name, lines) ?? `Created ${name} (${lines} ${lines === 1 ? "line" : "lines"}).`;
}
