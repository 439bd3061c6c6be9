import { untilCancelled } from "../cancel/until-cancelled.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CallInQuestion } from "../ports/call-hooks.ts";
import type { Assessment, CallArguments, Tool, ToolContext } from "../ports/tool.ts";

/** Stage 2, what the call would do on the ground as it is now. Undefined when the turn was stopped meanwhile. */
export async function assessCall(
  { hooks }: Pick<AgentParts, "hooks">,
  call: CallInQuestion,
  { tool, args, context }: { tool: Tool; args: CallArguments; context: ToolContext },
): Promise<Assessment | undefined> {
  const assessment = await untilCancelled(assessed(tool, args, context), context.cancel);
  return assessment && ((await hooks?.calls?.assess?.(call, assessment)) ?? assessment);
}

/** A tool that cannot say what it would do is treated as the worst it could be. */
async function assessed(tool: Tool, args: CallArguments, context: ToolContext): Promise<Assessment> {
  try {
    return await tool.assess(args, context);
  } catch {
    return { risk: "destructive", reasons: [] };
  }
}
