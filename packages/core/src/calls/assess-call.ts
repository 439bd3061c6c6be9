import { untilCancelled } from "../cancel/until-cancelled.ts";
import type { Assessment, CallArguments, Tool, ToolContext } from "../ports/tool.ts";

/** Stage 2, what the call would do on the ground as it is now. Undefined when the turn was stopped meanwhile. */
export function assessCall(
  tool: Tool,
  args: CallArguments,
  context: ToolContext,
): Promise<Assessment | undefined> {
  return untilCancelled(assessed(tool, args, context), context.cancel);
}

/** A tool that cannot say what it would do is treated as the worst it could be. */
async function assessed(tool: Tool, args: CallArguments, context: ToolContext): Promise<Assessment> {
  try {
    return await tool.assess(args, context);
  } catch {
    return { risk: "destructive", reasons: [] };
  }
}
