import type { EventBody } from "@kestrel/protocol";
import { systemText } from "../context/system-prompt.ts";
import type { Tool } from "../ports/tool.ts";
import type { Opening } from "./session-parts.ts";

/** The first events of a session. They freeze its prefix: system text, tools in their order, and what is said of the machine. */
export function openingEvents(opening: Opening, tools: readonly Tool[]): EventBody[] {
  const { sessionId, workspace, mode, machine, version, persona, reasoning = "send" } = opening;
  const { continues, sampling, instructions } = opening;
  const known = (name: string) => opening.tools?.includes(name) ?? true;
  const specs = tools.map(({ spec }) => spec).filter(({ name }) => known(name));
  const prefix = { system: systemText(persona), tools: specs, reasoning };
  const events: EventBody[] = [
    {
      type: "session.opened",
      sessionId,
      workspace,
      prefix,
      mode,
      continues: continues?.sessionId,
      sampling,
      version,
    },
    // In front of what differs from day to day: two sessions of the same files have this in common.
    ...(instructions
      ? [{ type: "context.added" as const, kind: "instructions" as const, ...instructions }]
      : []),
    { type: "context.added", kind: "machine", text: machine },
  ];
  if (continues) events.push({ type: "context.added", kind: "summary", text: continues.summary });
  return events;
}
