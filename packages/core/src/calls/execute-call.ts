import { soonAfterCancel } from "../cancel/until-cancelled.ts";
import { KestrelError } from "../errors.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CallArguments, StaleCall, Tool, ToolContext, ToolResult } from "../ports/tool.ts";

/** What a run came to, and how long it took. */
export type ExecutedCall = { result: ToolResult | StaleCall; durationMs: number };

/** A tool ends within 500 ms of a stop; one that does not is not waited for any longer. */
const longestStop = 5_000;

/** Stage 4, the run itself. Never throws: a tool that breaks is an answer. */
export async function executeCall(
  { host }: Pick<AgentParts, "host">,
  { tool, args, context }: { tool: Tool; args: CallArguments; context: ToolContext },
): Promise<ExecutedCall> {
  const startedAt = host.now();
  const running = ran(() => tool.run(args, context));
  const result = await soonAfterCancel(running, context.cancel, { host, ms: longestStop });
  return { result: result ?? unstoppable, durationMs: Math.round(host.now() - startedAt) };
}

const unstoppable: ToolResult = {
  outcome: "error",
  content: "Stopped by the user. It may go on for a while; check before you do it again.",
};

async function ran(run: () => Promise<ToolResult | StaleCall>): Promise<ToolResult | StaleCall> {
  try {
    return await run();
  } catch (error) {
    const detail = error instanceof KestrelError ? error.message : "the tool failed inside Kestrel";
    return { outcome: "error", content: `The call failed: ${detail}.` };
  }
}
