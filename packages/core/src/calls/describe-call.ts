import type { CallSubject } from "@kestrel/protocol";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { ReportIds } from "../ports/diagnostics.ts";
import type { CallArguments, Tool } from "../ports/tool.ts";
import type { LandedToolCall } from "./landed-call.ts";

/** The tool of that name among those the agent has. */
export function toolNamed(
  { tools, catalog }: Pick<AgentParts, "tools" | "catalog">,
  name: string,
): Tool | undefined {
  return (
    tools.find(({ spec }) => spec.name === name) ??
    (catalog?.tool.spec.name === name ? catalog.tool : undefined)
  );
}

/** The parsed arguments: call parsing ensures an object that fits the schema. */
export function argumentsOf({ arguments: text }: Pick<LandedToolCall, "arguments">): CallArguments {
  return JSON.parse(text) as CallArguments;
}

/** A call's subject; with a report if its tool failed, and then any effect is assumed. */
export type DescribedCall = { subject?: CallSubject; report?: string };

/** Stage 1: a call's subject, by its tool. Undefined for a call that cannot be run. */
export async function describeCall(
  agent: Pick<AgentParts, "tools" | "catalog" | "host">,
  call: LandedToolCall,
  ids: ReportIds,
): Promise<DescribedCall> {
  const tool = toolNamed(agent, call.tool);
  if (!tool || call.rejected) return {};
  const { display } = tool;
  try {
    return { subject: { ...(await tool.describe(argumentsOf(call))), ...(display && { display }) } };
  } catch (error) {
    return { subject: { opaque: true }, report: agent.host.report(`describing ${call.tool}`, error, ids) };
  }
}
