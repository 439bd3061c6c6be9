import { describeRejection } from "../arguments/mend-arguments.ts";
import { marksOf } from "../grammar/compile.ts";
import { fuelFor } from "../json/blanks.ts";
import { landAll, tidied } from "../land/land-calls.ts";
import { contextFor } from "../readers/parse-context.ts";
import { ToolIndex } from "../readers/tool-index.ts";
import type { FoundCalls, LandedReply, OpenAITool, ParseOptions } from "../shapes.ts";
import { partialMark } from "./cut-opening.ts";
import { effectsOf, judgeMarked, judgeUnmarked } from "./judge-effect.ts";
import { scanReply, withoutLeadingThought } from "./scan-reply.ts";

/** `followed`: a truncated call follows this content, so drafts in its reasoning are dropped. */
function parseContent(given: string, tools: ToolIndex, options: ParseOptions, followed = false): FoundCalls {
  const finish = options.finishReason;
  const marks = marksOf(options.family);
  const content = withoutLeadingThought(given, marks);
  const memory = { cutShort: finish === "length" };
  const contextOf = (text: string) => contextFor(text, { tools, marks, fuel: fuelFor(text), memory });
  const opening = finish === "length" ? partialMark(content, marks.openings) : -1;
  if (opening >= 0) {
    const before = parseContent(content.slice(0, opening), tools, { ...options, finishReason: "stop" }, true);
    return { ...before, text: before.text.trimEnd(), truncated: true };
  }
  // Unmarked calls that end the message and begin before any mark: marks inside them are data.
  const mark = marks.anyMark.exec(content)?.index;
  if (!followed && mark !== undefined && /[}\])`]\s*$/.test(content.slice(-200))) {
    const first = judgeUnmarked(contextOf(content), finish ? { finishReason: finish } : {}, mark);
    if (first && first.calls.length > 0 && !first.truncated) return first;
  }
  const context = contextOf(content);
  const scan = scanReply(context, effectsOf(options, context).read);
  if (scan.opened) scan.truncated ||= finish === "length" || (finish !== "stop" && scan.calls.length === 0);
  if (scan.calls.length > 0 || scan.broken.length > 0 || scan.truncated)
    return judgeMarked(scan, context, options);
  const unmarked = judgeUnmarked(contextOf(scan.kept.trimEnd()), options);
  if (unmarked) return unmarked;
  const text = scan.kept !== content ? tidied(scan.kept) : content.trim() === "" ? "" : content;
  const isSilent = text === "" && !followed;
  return { calls: isSilent ? landAll(scan.reasoned, tools, finish).calls : [], text };
}

/** Finds the calls in a reply, in any supported syntax. Never throws. */
export function findCalls(content: string, tools: OpenAITool[], options: ParseOptions = {}): FoundCalls {
  const text = typeof content === "string" ? content : "";
  try {
    const index = new ToolIndex(tools);
    const { reasoning } = options ?? {};
    const found = parseContent(text, index, options ?? {});
    const isSilent =
      found.text.trim() === "" && found.calls.length === 0 && !found.rejected && !found.truncated;
    if (!isSilent || typeof reasoning !== "string" || reasoning === "") return found;
    const { thinkOpens, orphans } = marksOf(options.family);
    const thought = reasoning.replace(thinkOpens, "").replace(orphans, "");
    const { calls, truncated } = parseContent(thought, index, options);
    if (calls.length > 0) return { calls, text: "" };
    return truncated ? { calls, text: "", truncated } : found;
  } catch (fault) {
    return { calls: [], text, fault };
  }
}

/** The same, with each rejection as text. */
export function parseToolCalls(content: string, tools: OpenAITool[], context?: ParseOptions): LandedReply {
  const { rejected, kept: _kept, ...found } = findCalls(content, tools, context);
  if (!rejected) return found;
  const told = rejected.map(({ why, ...named }) => ({ ...named, reason: describeRejection(why) }));
  return { ...found, rejected: told };
}
