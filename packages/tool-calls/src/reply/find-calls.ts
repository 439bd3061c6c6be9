import { marksOf } from "../grammar/compile.ts";
import { fuelFor } from "../json/blanks.ts";
import { brokenCall, landAll, reply, tidied } from "../land/land-calls.ts";
import type { ParseContext } from "../readers/parse-context.ts";
import { ToolIndex } from "../readers/tool-index.ts";
import type { FoundCalls, OpenAITool, ParseOptions } from "../shapes.ts";
import { findCutOpening, withoutCutMark } from "./cut-opening.ts";
import { doubtful, effectsOf, judgeMarked, judgeUnmarked } from "./judge-effect.ts";
import { type Scan, scanReply } from "./scan-reply.ts";
import { withoutLeadingThought } from "./thinking.ts";

type Finish = ParseOptions["finishReason"];

function fromMarks(scan: Scan, context: ParseContext, finish: Finish, options: ParseOptions): FoundCalls {
  const judged = judgeMarked(scan, effectsOf(options, context.tools));
  const landed = landAll(judged.run, context.tools, finish);
  landed.rejected.push(...scan.broken.map(brokenCall));
  if (landed.calls.length === 0)
    landed.rejected.push(...landAll(judged.ask, context.tools, finish).calls.map(doubtful));
  if (scan.truncated) landed.truncated = true;
  const text = scan.text.trimEnd();
  const ragged = finish !== "stop" && (landed.calls.length > 0 || landed.truncated);
  const shown = tidied(ragged ? withoutCutMark(text, context.marks) : text);
  const ran = landed.calls.length > 0 && landed.rejected.length === 0;
  return reply(
    landed,
    shown,
    ran && judged.end !== undefined ? tidied(scan.text.slice(0, judged.end)) : shown,
  );
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
  const opening = finish === "length" ? findCutOpening(content, marks, (name) => tools.begins(name)) : -1;
  if (opening >= 0) {
    const before = parseContent(content.slice(0, opening), tools, { ...options, finishReason: "stop" }, true);
    return { ...before, text: before.text.trimEnd(), truncated: true };
  }
  const first = followed ? undefined : judgeUnmarked(contextOf(content), content, options, "before-marks");
  if (first) return first;
  const context = contextOf(content);
  const scan = scanReply(context);
  if (scan.opened) scan.truncated ||= finish === "length" || (finish !== "stop" && scan.calls.length === 0);
  if (scan.calls.length > 0 || scan.broken.length > 0 || scan.truncated)
    return fromMarks(scan, context, finish, options);
  const spoken = (scan.touched ? scan.text : content).trimEnd();
  const unmarked = judgeUnmarked(contextOf(spoken), content, options, scan.touched ? "rest" : "whole");
  if (unmarked) return unmarked;
  const text = scan.touched ? tidied(scan.text) : content.trim() === "" ? "" : content;
  if (text === "" && scan.reasoned.length > 0 && !followed) {
    const { calls } = landAll(scan.reasoned, tools, finish);
    if (calls.length > 0) return { calls, text };
  }
  return { calls: [], text };
}

/** A call that was finished in the reasoning of a reply without content. */
function fromReasoning(reasoning: string, tools: ToolIndex, options: ParseOptions): FoundCalls | undefined {
  const { thinkOpens, orphans } = marksOf(options.family);
  const thought = reasoning.replace(thinkOpens, "").replace(orphans, "");
  const found = parseContent(thought, tools, options);
  if (found.calls.length > 0) return { calls: found.calls, text: "" };
  return found.truncated ? { calls: [], text: "", truncated: true } : undefined;
}

/** Finds the calls a reply contains, in whatever way they were written. Never throws. */
export function findCalls(content: string, tools: OpenAITool[], options: ParseOptions = {}): FoundCalls {
  const text = typeof content === "string" ? content : "";
  try {
    const toolIndex = new ToolIndex(tools);
    const given = options ?? {};
    const { reasoning } = given;
    const found = parseContent(text, toolIndex, given);
    const silent =
      found.text.trim() === "" && found.calls.length === 0 && !found.rejected && !found.truncated;
    if (!silent || typeof reasoning !== "string" || reasoning === "") return found;
    return fromReasoning(reasoning, toolIndex, given) ?? found;
  } catch (fault) {
    return { calls: [], text, fault };
  }
}
