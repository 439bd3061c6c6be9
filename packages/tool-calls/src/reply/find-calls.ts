import { describeRejection } from "../arguments/mend-arguments.ts";
import { marksOf } from "../grammar/compile.ts";
import { fuelFor } from "../json/blanks.ts";
import { brokenCall, landAll, reply, tidied } from "../land/land-calls.ts";
import type { ParseContext } from "../readers/parse-context.ts";
import { ToolIndex } from "../readers/tool-index.ts";
import type { FoundCalls, LandedReply, OpenAITool, ParseOptions } from "../shapes.ts";
import { partialMark, withoutCutMark } from "./cut-opening.ts";
import { doubtful, judgeBeforeMarks, judgeMarked, judgeUnmarked } from "./judge-effect.ts";
import { type Scan, scanReply, withoutLeadingThought } from "./scan-reply.ts";

function fromMarks(scan: Scan, context: ParseContext, options: ParseOptions): FoundCalls {
  const finish = options.finishReason;
  const judged = judgeMarked(scan, context, options);
  const landed = landAll(judged.run, context.tools, finish);
  landed.rejected.push(...scan.broken.map(brokenCall));
  if (landed.calls.length === 0)
    landed.rejected.push(...landAll(judged.ask, context.tools, finish).calls.map(doubtful));
  landed.truncated ||= scan.truncated;
  const text = scan.kept.trimEnd();
  const ragged = finish !== "stop" && (landed.calls.length > 0 || landed.truncated);
  const shown = tidied(ragged ? withoutCutMark(text, context.marks) : text);
  const ran = landed.calls.length > 0 && landed.rejected.length === 0;
  const kept = ran && judged.end !== undefined ? tidied(scan.kept.slice(0, judged.end)) : shown;
  return reply(landed, shown, kept);
}

/** `followed`: a cut call stands behind this content, so what was drafted in its reasoning is dropped. */
function parseContent(given: string, tools: ToolIndex, options: ParseOptions, followed = false): FoundCalls {
  const finish = options.finishReason;
  const marks = marksOf(options.family);
  const content = withoutLeadingThought(given, marks);
  const contextOf = (text: string): ParseContext => ({
    text,
    tools,
    marks,
    fuel: fuelFor(text),
    memory: { cutShort: finish === "length", dead: new Set() },
  });
  const opening = finish === "length" ? partialMark(content, marks.openings) : -1;
  if (opening >= 0) {
    const before = parseContent(content.slice(0, opening), tools, { ...options, finishReason: "stop" }, true);
    return { ...before, text: before.text.trimEnd(), truncated: true };
  }
  const first = followed ? undefined : judgeBeforeMarks(contextOf(content), options);
  if (first) return first;
  const context = contextOf(content);
  const scan = scanReply(context);
  if (scan.opened) scan.truncated ||= finish === "length" || (finish !== "stop" && scan.calls.length === 0);
  if (scan.calls.length > 0 || scan.broken.length > 0 || scan.truncated)
    return fromMarks(scan, context, options);
  const unmarked = judgeUnmarked(contextOf((scan.touched ? scan.kept : content).trimEnd()), options);
  if (unmarked) return unmarked;
  const text = scan.touched ? tidied(scan.kept) : content.trim() === "" ? "" : content;
  const isSilent = text === "" && !followed;
  return { calls: isSilent ? landAll(scan.reasoned, tools, finish).calls : [], text };
}

function fromReasoning(reasoning: string, tools: ToolIndex, options: ParseOptions): FoundCalls | undefined {
  const { thinkOpens, orphans } = marksOf(options.family);
  const { calls, truncated } = parseContent(
    reasoning.replace(thinkOpens, "").replace(orphans, ""),
    tools,
    options,
  );
  if (calls.length > 0) return { calls, text: "" };
  return truncated ? { calls, text: "", truncated } : undefined;
}

/** Finds the calls a reply contains, in whatever way they were written. Never throws. */
export function findCalls(content: string, tools: OpenAITool[], options: ParseOptions = {}): FoundCalls {
  const text = typeof content === "string" ? content : "";
  try {
    const index = new ToolIndex(tools);
    const { reasoning } = options ?? {};
    const found = parseContent(text, index, options ?? {});
    const isSilent =
      found.text.trim() === "" && found.calls.length === 0 && !found.rejected && !found.truncated;
    if (!isSilent || typeof reasoning !== "string" || reasoning === "") return found;
    return fromReasoning(reasoning, index, options) ?? found;
  } catch (fault) {
    return { calls: [], text, fault };
  }
}

/** The same, with each rejection as text. */
export function parseToolCalls(
  content: string,
  tools: OpenAITool[],
  context: ParseOptions = {},
): LandedReply {
  const { rejected, kept: _kept, ...found } = findCalls(content, tools, context);
  if (!rejected) return found;
  const told = rejected.map(({ why, ...named }) => ({ ...named, reason: describeRejection(why) }));
  return { ...found, rejected: told };
}
