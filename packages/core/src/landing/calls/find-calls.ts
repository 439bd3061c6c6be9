import { fuelFor } from "../json/blanks.ts";
import type { FoundCalls, LandedCall, OpenAITool, RefusedCall, ReplyContext } from "../shapes.ts";
import type { CallCandidate } from "./call-candidate.ts";
import { landCandidate } from "./land-candidate.ts";
import { parseContextOf } from "./parse-context.ts";
import { findCutOpening, withoutCutMark, withoutCutTail } from "./scanning/cut-opening.ts";
import { readTail } from "./scanning/read-tail.ts";
import { type Scan, scanReply } from "./scanning/scan-reply.ts";
import { ToolIndex } from "./tool-index.ts";
import { withoutNameSpaces } from "./values/name-spaces.ts";
import { holdsRemains } from "./values/remains.ts";

type Finish = "stop" | "length" | undefined;

/** Tools that some models call to say that they want none. */
const noTool = /^(?:directly[-_]answer|final[-_ ]answer|none|no_tool)$/i;

/** No reply means more; a hostile one repeats itself. */
const maximumRejected = 100;

type Landed = { calls: LandedCall[]; rejected: RefusedCall[]; truncated: boolean };

function landAll(candidates: CallCandidate[], tools: ToolIndex, finish: Finish): Landed {
  const landed: Landed = { calls: [], rejected: [], truncated: false };
  for (const candidate of candidates) {
    if (landed.rejected.length >= maximumRejected) break;
    const landing = landCandidate(candidate, tools, finish);
    if (landing.kind === "call") landed.calls.push(landing.call);
    else if (landing.kind === "cut") landed.truncated = true;
    else if (!noTool.test(candidate.name)) landed.rejected.push(landing.rejected);
  }
  return landed;
}

function reply(landed: Landed, text: string): FoundCalls {
  const result: FoundCalls = { calls: landed.calls, text };
  if (landed.rejected.length > 0) result.rejected = landed.rejected;
  if (landed.truncated) result.truncated = true;
  return result;
}

function tidied(text: string): string {
  return text.replace(/\n{3,}/g, "\n\n").trim();
}

function brokenCall(reason: string): RefusedCall {
  const why = {
    reason,
    expected: "one complete call with a tool name and a JSON object of arguments.",
    got: "a call that cannot be read.",
    hint: "call again; escape quotes and newlines inside strings.",
  };
  return { why };
}

/** The opening of a mark that a length limit cut in two. */
const partialMark =
  /(?:<(?:[|｜][^<>\n]{0,40}|\/?(?:tool|function|invoke|minimax|seed|longcat)[^<>\n]{0,60})|\[TOOL_?\w*)$/;

function fromMarks(scan: Scan, tools: ToolIndex, finish: Finish): FoundCalls {
  const landed = landAll(scan.candidates, tools, finish);
  landed.rejected.push(...scan.broken.map(brokenCall));
  if (scan.truncated) landed.truncated = true;
  const text = scan.text.trimEnd().replace(partialMark, "");
  const ragged = finish !== "stop" && (landed.calls.length > 0 || landed.truncated);
  return reply(landed, tidied(ragged ? withoutCutMark(text) : text));
}

function fromTail(scan: Scan, tools: ToolIndex, finish: Finish, content: string): FoundCalls | undefined {
  const text = (scan.touched ? scan.text : content).trimEnd();
  const read = (given: string) => readTail(parseContextOf(given, tools, fuelFor(given), finish === "length"));
  const shorter = finish === "length" ? withoutCutTail(text) : text;
  const tail = read(text) ?? (shorter === text ? undefined : read(shorter));
  if (!tail) return undefined;
  const called = tail.candidates.length > 0;
  if (called && holdsRemains(tail.text, (name) => tools.find(name) !== undefined, true)) return undefined;
  // A mark that was taken out of the middle may have stood in a value.
  if (called && scan.touched && !content.includes(text.slice(tail.start).trim())) return undefined;
  const landed = landAll(tail.candidates, tools, finish);
  if (tail.cut) landed.truncated = true;
  if (landed.calls.length === 0 && !landed.truncated) return undefined;
  return reply(landed, tidied(tail.text));
}

/** What a mark of any family begins with. */
const anyMark = /<[\p{L}_/|｜]|\[\/?[A-Z]{3}|◁|to=/u;

/** Calls without marks that end the message and begin before any mark: what looks like one is data inside of them. */
function beforeAnyMark(content: string, tools: ToolIndex, finish: Finish): FoundCalls | undefined {
  const mark = anyMark.exec(content)?.index ?? -1;
  if (mark < 0 || !/[}\])`]\s*$/.test(content.slice(-200))) return undefined;
  const tail = readTail(parseContextOf(content, tools, fuelFor(content), finish === "length"), mark);
  if (!tail || tail.cut || tail.start > mark) return undefined;
  const landed = landAll(tail.candidates, tools, finish);
  return landed.calls.length > 0 && !landed.truncated ? reply(landed, tidied(tail.text)) : undefined;
}

/** gpt-oss without its tokens: `analysis…assistantfinal…`. */
const leakedAnalysis = /^analysis[\s\S]{0,100000}?(?:assistantfinal\s?|(?=assistantcommentary\s?to=))/;

/** HyperCLOVA X, whose prompt ends within the header: `/think`, reasoning, `<|im_end|>`. */
const leakedThink = /^\/think\n[\s\S]*?<\|im_end\|>\s*/;

function withoutLeakedThought(given: string): string {
  if (given.startsWith("analysis")) return given.replace(leakedAnalysis, "");
  return given.startsWith("/think\n") ? given.replace(leakedThink, "") : given;
}

/** `followed`: a cut call stands behind this content, so what was drafted in its reasoning is dropped. */
function parseContent(given: string, tools: ToolIndex, finish: Finish, followed = false): FoundCalls {
  const isTool = (name: string) => tools.find(name) !== undefined;
  const content = withoutNameSpaces(withoutLeakedThought(given), isTool);
  const opening = finish === "length" ? findCutOpening(content, (name) => tools.begins(name)) : -1;
  if (opening >= 0) {
    const before = parseContent(content.slice(0, opening), tools, "stop", true);
    return { ...before, text: before.text.trimEnd(), truncated: true };
  }
  const whole = followed ? undefined : beforeAnyMark(content, tools, finish);
  if (whole) return whole;
  const scan = scanReply(parseContextOf(content, tools, fuelFor(content), finish === "length"));
  if (scan.opened)
    scan.truncated ||= finish === "length" || (finish !== "stop" && scan.candidates.length === 0);
  if (scan.candidates.length > 0 || scan.broken.length > 0 || scan.truncated)
    return fromMarks(scan, tools, finish);
  const tail = fromTail(scan, tools, finish, content);
  if (tail) return tail;
  const text = scan.touched ? tidied(scan.text) : content.trim() === "" ? "" : content;
  if (finish === "length" && partialMark.test(text)) {
    return { calls: [], text: text.replace(partialMark, "").trimEnd(), truncated: true };
  }
  if (text === "" && scan.reasoned.length > 0 && !followed) {
    const { calls } = landAll(scan.reasoned, tools, finish);
    if (calls.length > 0) return { calls, text };
  }
  return { calls: [], text };
}

/** A call that was finished in the reasoning of a reply without content. */
function fromReasoning(reasoning: string, tools: ToolIndex, finish: Finish): FoundCalls | undefined {
  const thought = reasoning.replace(/<\/?think(?:ing)?>/gi, "");
  const found = parseContent(thought, tools, finish);
  if (found.calls.length > 0) return { calls: found.calls, text: "" };
  return found.truncated ? { calls: [], text: "", truncated: true } : undefined;
}

/** Finds the calls a reply contains, in whatever dialect they were written. Never throws. */
export function findCalls(content: string, tools: OpenAITool[], context: ReplyContext = {}): FoundCalls {
  const text = typeof content === "string" ? content : "";
  try {
    const toolIndex = new ToolIndex(tools);
    const { reasoning, finishReason: finish } = context ?? {};
    const found = parseContent(text, toolIndex, finish);
    const silent =
      found.text.trim() === "" && found.calls.length === 0 && !found.rejected && !found.truncated;
    if (!silent || typeof reasoning !== "string" || reasoning === "") return found;
    return fromReasoning(reasoning, toolIndex, finish) ?? found;
  } catch (fault) {
    return { calls: [], text, fault };
  }
}
