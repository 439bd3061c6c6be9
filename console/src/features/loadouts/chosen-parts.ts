import type { Mode } from "@kestrel/protocol";
import type { LoadoutDraft } from "@kestrel/protocol/api";

/** What was chosen in the wizard so far. */
export type ChosenParts = {
  name: string;
  description: string;
  model?: LoadoutDraft["model"];
  persona: string;
  memory: string;
  /** Core tools that were left out; a tool that comes to be is not. */
  without: readonly string[];
  /** The catalogue has what is named here and nothing else. */
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

/** What the daemon counts while there is no name yet. */
const unnamed = "new";

/** The draft of what was chosen. What was left as it is, is left out. */
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
