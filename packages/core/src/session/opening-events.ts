import type { CatalogLine, EventBody, ToolSpec } from "@kestrel/protocol";
import type { LoadoutStamp } from "@kestrel/protocol/api";
import { useSpec } from "../catalog/use-spec.ts";
import { inLines, systemText } from "../context/system-prompt.ts";
import type { Tool } from "../ports/tool.ts";
import type { TrainedTexts } from "../ports/trained-texts.ts";
import type { Opening } from "./session.ts";

/**
 * The first events of a session. They freeze its prefix: system prompt, tools in order, the catalogue after them, and facts about the
 * machine. Without a catalogue there is no `use`, and the prompt is unchanged.
 */
export function openingEvents(
  opening: Opening,
  tools: readonly Tool[],
  catalog: readonly CatalogLine[] = [],
  texts?: TrainedTexts,
): EventBody[] {
  const {
    sessionId,
    workspace,
    mode,
    machine,
    version,
    persona,
    loadout,
    under,
    reasoning = "send",
  } = opening;
  const { continues, sampling, instructions, parent, origin } = opening;
  const own = inLines(opening.systemText);
  const fixed = loadout?.system ?? systemText({ persona, prompt: texts?.system });
  const known = (name: string) => opening.tools?.includes(name) ?? true;
  const offered = tools.map(({ spec }) => spec);
  const chosen = loadout?.tools.filter(({ name }) => offered.some((spec) => spec.name === name)) ?? offered;
  const trained = (spec: ToolSpec) => texts?.tools.find(({ name }) => name === spec.name) ?? spec;
  const specs = chosen.filter(({ name }) => known(name)).map(trained);
  const reached = catalog.length > 0;
  const prefix = {
    // Last, so that sessions with a different one share the cache before it.
    system: own === "" ? fixed : `${fixed}\n\n${own}`,
    tools: reached ? [...specs, useSpec(catalog)] : specs,
    reasoning,
    ...(reached && { catalog: [...catalog] }),
    ...(texts && { texts: opening.texts }),
  };
  const stamp = loadout ? stampOf(loadout) : under;
  const events: EventBody[] = [
    {
      type: "session.opened",
      sessionId,
      workspace,
      prefix,
      mode,
      continues: continues?.sessionId,
      sampling,
      ...(own !== "" && { systemText: own }),
      ...(parent && { parent }),
      ...(origin && { origin }),
      ...(stamp && { loadout: stamp }),
      version,
    },
    // Before anything that changes daily: sessions with the same files share this.
    ...(instructions
      ? [{ type: "context.added" as const, kind: "instructions" as const, ...instructions }]
      : []),
    { type: "context.added", kind: "machine", text: machine },
  ];
  if (opening.snapshots !== undefined) events.push({ type: "snapshots.set", on: opening.snapshots });
  if (continues) events.push({ type: "context.added", kind: "summary", text: continues.summary });
  return events;
}

function stampOf({ name, digest, permission, crew }: NonNullable<Opening["loadout"]>): LoadoutStamp {
  const { ask, deny } = permission;
  return {
    ...{ name, digest },
    ...(ask.length > 0 && { ask }),
    ...(deny.length > 0 && { deny }),
    ...(crew.length > 0 && { crew }),
  };
}
