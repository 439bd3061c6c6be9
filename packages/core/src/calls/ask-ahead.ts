import { alwaysAsks } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import type { Assessment, ToolContext } from "../ports/tool.ts";
import { assessCall } from "./assess-call.ts";
import type { CallParts } from "./call-parts.ts";
import { argumentsOf, toolNamed } from "./describe-call.ts";
import { askPerson, type GatedCall, gateCall } from "./pass-gate.ts";

/** Questions shown at the same time, at most. */
const mostBeside = 20;

type Question = { call: ToolEntry; assessment: Assessment; gated: GatedCall };

/**
 * Asks about neighbouring calls of one kind (changes of different files, or commands) before the first is answered, so that the
 * user sees all of them. Each is judged again before it runs: if its precondition changed, the answer is void and the question is
 * asked again. Destructive and external calls, and those that always ask, are asked alone.
 */
export async function askAhead(
  parts: CallParts,
  calls: readonly ToolEntry[],
  contextFor: (call: ToolEntry) => ToolContext,
): Promise<void> {
  const { approvals, ahead, journal, cancel } = parts;
  if (calls.length < 2 || ahead.size > 0 || cancel.aborted || journal.state.mode === "plan") return;
  const questions: Question[] = [];
  const places = new Set<string>();
  for (const call of calls.slice(0, mostBeside)) {
    const question = await questionOf(parts, call, contextFor(call));
    const { risk, preview } = question?.assessment ?? {};
    const isOfKind = question && risk === (questions[0]?.assessment.risk ?? risk);
    if (!isOfKind || (preview && places.has(preview.path))) break;
    if (preview) places.add(preview.path);
    questions.push(question);
  }
  if (questions.length < 2 || cancel.aborted) return;
  for (const { call, assessment, gated } of questions) {
    const answered = askPerson(parts, call, assessment, gated);
    answered.catch(() => undefined); // expected: the call gets it when its turn comes
    ahead.set(call.callId, {
      digest: gated.digest,
      answered,
      end: () => approvals.end(call.callId),
    });
  }
}

/** The question of a call now; undefined for one that asks nothing, or asks alone. */
async function questionOf(
  { agent, journal: { state } }: CallParts,
  call: ToolEntry,
  context: ToolContext,
): Promise<Question | undefined> {
  const tool = toolNamed(agent, call.tool);
  if (call.rejected || !tool || tool.question) return undefined;
  const assessment = await assessCall(agent.host, call, { tool, args: argumentsOf(call), context });
  if (!assessment || assessment.refused || assessment.report !== undefined) return undefined;
  const { risk, reasons } = assessment;
  if ((risk !== "edit" && risk !== "execute") || alwaysAsks(reasons)) return undefined;
  const gated = await gateCall(agent, call, { state, assessment });
  return gated.decision.kind === "ask" ? { call, assessment, gated } : undefined;
}
