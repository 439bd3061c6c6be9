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

/** What the model gave, read: landing has seen to it that it is an object that fits the schema. */
export function argumentsOf({ arguments: text }: Pick<LandedToolCall, "arguments">): CallArguments {
  return JSON.parse(text) as CallArguments;
}

/** What a call is about; with a report where its tool failed and it is believed to do anything. */
export type DescribedCall = { subject?: CallSubject; report?: string };

/** Stage 1, what a call is about, by its tool. Without a subject for what cannot be run. */
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
