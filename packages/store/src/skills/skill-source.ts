import {
  type CapabilityPlace,
  type CapabilitySource,
  type CapabilityText,
  type FoundSkill,
  skillSection,
  skillText,
  type WorkspaceTrust,
} from "@kestrel/core";
import { digestedText } from "../digested-text.ts";
import { readBeside } from "./read-skill.ts";
import { ownSkills } from "./skill-folders.ts";

type SkillPlaces = {
  /** The user's own. */
  folder: string;
  trust: Pick<WorkspaceTrust, "look">;
  /** Names of skills that new sessions do not get. */
  off(): Promise<ReadonlySet<string>>;
};

/**
 * Skills as a source of the catalogue: the user's own, or the workspace's if exactly these bytes are trusted. These are two sources,
 * because the user's setup ranks between them. A workspace skill cannot take a name of the user's.
 */
export function skillSource(places: SkillPlaces, whose: "user" | "workspace"): CapabilitySource {
  const looking = new Map<string, Promise<FoundSkill[]>>();
  /** Concurrent calls share one scan: a search asks once for each line. */
  const skillsThere = (workspace: string) => {
    const before = looking.get(workspace);
    if (before) return before;
    const look = skillsFor(places, workspace, whose).finally(() => looking.delete(workspace));
    looking.set(workspace, look);
    return look;
  };
  const named = async (name: string, workspace: string) =>
    (await skillsThere(workspace)).find((skill) => skill.name === name);
  return {
    kind: "skill",
    lines: async (workspace) => {
      const off = await places.off();
      return (await skillsThere(workspace))
        .filter(({ name, forModel }) => forModel && !off.has(name))
        .map(({ name, description }) => ({ kind: "skill", name, line: description }));
    },
    list: async (line, { workspace }) => {
      const skill = await named(line, workspace);
      if (!skill) return [];
      const { name, description } = skill;
      return [{ name, signature: description.slice(0, 200), words: description }];
    },
    describe: async (name, place) => {
      const [head = "", ...rest] = name.split("/");
      const skill = await named(head, place.workspace);
      return skill && words(skill, rest.join("/"), place);
    },
  };
}

async function words(
  skill: FoundSkill,
  part: string,
  { limit }: CapabilityPlace,
): Promise<CapabilityText | undefined> {
  if (part === "") return digestedText(skillText(skill, limit));
  const beside = await readBeside(skill, part);
  const text = beside?.slice(0, limit) ?? skillSection(skill.text, part, limit);
  return text === undefined ? undefined : digestedText(text);
}

/** The skills that a session may use; the user's own wins over one of the same name. */
async function skillsFor(
  { folder, trust }: Pick<SkillPlaces, "folder" | "trust">,
  workspace: string,
  whose: "user" | "workspace",
): Promise<FoundSkill[]> {
  const { skills: own } = await ownSkills(folder);
  if (whose === "user") return own;
  if (workspace === "") return [];
  const offer = await trust.look(workspace);
  const theirs = offer.state === "trusted" ? (offer.skills ?? []) : [];
  return theirs.filter(({ name }) => !own.some((one) => one.name === name));
}
