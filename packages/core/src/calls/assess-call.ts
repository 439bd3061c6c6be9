import type { ToolEntry } from "@kestrel/session-state";
import { untilCancelled } from "../cancel/cancellation.ts";
import type { Diagnostics, ReportIds } from "../ports/diagnostics.ts";
import type { Assessment, CallArguments, Tool, ToolContext } from "../ports/tool.ts";

/** Stage 2: the effect of the call under the current preconditions. Undefined when the turn was stopped meanwhile. */
export function assessCall(
  host: Diagnostics,
  call: ReportedCall,
  { tool, args, context }: { tool: Tool; args: CallArguments; context: ToolContext },
): Promise<Assessment | undefined> {
  const failed = (error: unknown) => host.report(`judging ${call.tool}`, error, idsOf(call, context));
  return untilCancelled(assessed(tool, args, context, failed), context.cancel);
}

/** A tool that fails to assess its call is treated as destructive. */
async function assessed(
  tool: Tool,
  args: CallArguments,
  context: ToolContext,
  report: (error: unknown) => string,
): Promise<Assessment> {
  try {
    return await tool.assess(args, context);
  } catch (error) {
    return { risk: "destructive", reasons: [], report: report(error) };
  }
}

/** A call whose failure may be reported; one that no model made is of no turn. */
export type ReportedCall = Pick<ToolEntry, "callId" | "tool"> & Partial<Pick<ToolEntry, "turnId" | "step">>;

/** The ids by which a failure of a call is found again. */
export function idsOf({ callId, turnId, step }: ReportedCall, { asked }: ToolContext): ReportIds {
  return asked ? { sessionId: asked.sessionId, turnId, step, callId } : {};
}
