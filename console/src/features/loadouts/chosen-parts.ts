import type { Mode } from "@kestrel/protocol";
import type { LoadoutDraft } from "@kestrel/protocol/api";

/** The choices made in the wizard so far. */
export type ChosenParts = {
  name: string;
  description: string;
  model?: LoadoutDraft["model"];
  persona: string;
  memory: string;
  /** Core tools that were left out; tools added later stay included. */
  without: readonly string[];
  /** The catalogue contains only what is named here. */
  closed: boolean;
  skills: readonly string[];
  catalogued: readonly string[];
  servers: readonly string[];
  mode?: Mode;
  crew: NonNullable<LoadoutDraft["crew"]>;
};

export const nothingChosen: ChosenParts = {
  ...{ name: "", description: "", persona: "", memory: "" },
  ...{ without: [], closed: false, skills: [], catalogued: [], servers: [] },
  crew: {},
};

/** The name used for counting while none is entered. */
const unnamed = "new";

/** The draft made of these choices. Unchanged values are left out. */
export function draftOf(chosen: ChosenParts, coreTools: readonly string[]): LoadoutDraft {
  const { name, description, model, persona, memory, without, closed, mode, crew } = chosen;
  const { skills, catalogued, servers } = chosen;
  return {
    name: name.trim() || unnamed,
    ...(description.trim() !== "" && { description: description.trim() }),
    ...(model && { model }),
    ...(persona.trim() !== "" && { persona }),
    ...(memory.trim() !== "" && { memory }),
    ...(without.length > 0 && { tools: coreTools.filter((tool) => !without.includes(tool)) }),
    ...(closed && { skills: [...skills], catalogued: [...catalogued], servers: [...servers] }),
    ...(mode && { mode }),
    ...(Object.keys(crew).length > 0 && { crew }),
  };
}
