import { realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { FoundSkill } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import type { IgnoredThing } from "@kestrel/protocol/api";
import { firstEntries } from "../files/first-entries.ts";
import { knownSkill } from "./known-skills.ts";
import { type SkillRoom, skillRoom } from "./read-skill.ts";

/** Where projects store skills: for Kestrel and for other programs. */
const places = [".kestrel/skills", ".claude/skills", ".agents/skills"] as const;

/** Most folder entries that are read as skills. The rest is reported as unused. */
const mostSkills = 100;
/** Most entries that are listed. The rest of the folder is not read. */
const mostEntries = 1_000;

export type Skills = { skills: FoundSkill[]; unused: IgnoredThing[] };

/** The skills of a workspace, in the order of `places`; none applies before the workspace is trusted. */
export async function workspaceSkills(workspace: string): Promise<Skills> {
  const all: Skills = { skills: [], unused: [] };
  const room = skillRoom();
  for (const place of places) {
    const folder = join(workspace, place);
    // A folder that is a link, or is behind one, is not the workspace's own.
    const real = await realpath(folder).catch(absent);
    if (real === undefined) continue;
    if (real !== folder) {
      all.unused.push({ path: place, why: "link_outside" });
      continue;
    }
    take(all, await skillsIn(folder, room, (name) => `${place}/${name}`));
  }
  return all;
}

/** The user's own skills. */
export async function ownSkills(folder: string): Promise<Skills> {
  const real = await realpath(folder).catch(absent);
  const all: Skills = { skills: [], unused: [] };
  if (real !== undefined) take(all, await skillsIn(real, skillRoom(), (name) => join(real, name)));
  return all;
}

/** The first of a name wins. */
function take(all: Skills, { skills, unused }: Skills): void {
  all.unused.push(...unused);
  for (const skill of skills) {
    if (all.skills.some(({ name }) => name === skill.name))
      all.unused.push({ path: skill.shown, why: "name_taken" });
    else all.skills.push(skill);
  }
}

async function skillsIn(folder: string, room: SkillRoom, shown: (name: string) => string): Promise<Skills> {
  const none = { entries: [], more: false };
  const { entries, more } = (await firstEntries(folder, mostEntries).catch(absent)) ?? none;
  const names = entries.map(({ name }) => name);
  const links = new Set(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name));
  const found: Skills = { skills: [], unused: [] };
  for (const name of names.slice(0, mostSkills)) {
    if (links.has(name)) {
      found.unused.push({ path: shown(name), why: "link_outside" });
      continue;
    }
    const read = await knownSkill(join(folder, name), shown(name).split(sep).join("/"), room);
    if (read && "why" in read) found.unused.push(read);
    else if (read) found.skills.push(read);
  }
  if (names.length > mostSkills || more)
    found.unused.push({ path: relative(".", shown("…")), why: "skill_too_large" });
  return found;
}
