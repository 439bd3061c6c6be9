import { readdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import {
  type BuiltInPrompt,
  type BuiltInPromptName,
  builtInPrompts,
  type CapabilitySource,
  type FoundSkill,
  fillArguments,
  type Library,
  skillText,
  type WorkspaceTrust,
} from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { catalogText } from "@kestrel/protocol";
import type { InstalledPrompt } from "@kestrel/protocol/api";
import { estimateTokens, visibleText } from "@kestrel/text";
import { z } from "zod";
import type { DataPaths } from "../data-paths.ts";
import { digestedText } from "../digested-text.ts";
import { keptJson } from "../files/kept-json.ts";
import { readBounded } from "../files/read-bounded.ts";
import { readFrontMatter, textIn } from "../skills/front-matter.ts";
import { ownSkills } from "../skills/skill-folders.ts";
import { skillSource } from "../skills/skill-source.ts";

const Switches = z.object({ version: z.literal(1), off: z.array(z.string()) });

/** Longest skill called by name, in UTF-16 units: about four thousand tokens. */
const longestCalled = 16_000;

/**
 * The user's prompts and skills, which of these new sessions get, and the skills as sources of the catalogue: their own, and those of
 * trusted folders.
 */
export type UserLibrary = Library & {
  skills: CapabilitySource;
  projectSkills: CapabilitySource;
  skillFolder: string;
};

export function userLibrary(
  { data, config }: Pick<DataPaths, "data" | "config">,
  trust: Pick<WorkspaceTrust, "look">,
): UserLibrary {
  const folders = { skills: join(config, "skills"), prompts: join(config, "prompts") };
  const switches = keptJson(data, "skills.json", Switches, { version: 1, off: [] });
  const off = async () => new Set((await switches.read()).off);
  const found = async (workspace: string) => {
    const own = await ownSkills(folders.skills);
    const offer = workspace === "" ? undefined : await trust.look(workspace);
    const theirs = offer?.state === "trusted" ? (offer.skills ?? []) : [];
    const others = theirs.filter(({ name }) => !own.skills.some((one) => one.name === name));
    return { own: own.skills, others, ignored: [...own.unused, ...(offer?.ignored ?? [])] };
  };
  const library: UserLibrary = {
    skillFolder: folders.skills,
    skills: skillSource({ folder: folders.skills, trust, off }, "user"),
    projectSkills: skillSource({ folder: folders.skills, trust, off }, "workspace"),
    list: async (workspace) => {
      const [{ own, others, ignored }, resting, files] = await Promise.all([
        found(workspace),
        off(),
        promptFiles(folders.prompts),
      ]);
      const installed = (from: "user" | "workspace") => (skill: FoundSkill) => ({
        ...{ name: skill.name, description: skill.description, from, path: skill.shown },
        line: estimateTokens(catalogText({ name: skill.name, line: skill.description.slice(0, 40) })),
        tokens: estimateTokens(skill.text),
        on: !resting.has(skill.name),
        ...(skill.forModel ? {} : { byHand: true as const }),
      });
      return {
        skills: [...own.map(installed("user")), ...others.map(installed("workspace"))],
        prompts: [...ours(files.map(({ name }) => name)), ...files.map(theirs)],
        ignored,
        folders,
      };
    },
    names: async (workspace) => {
      const [{ own, others }, files] = await Promise.all([found(workspace), promptFiles(folders.prompts)]);
      const prompts = files.map(({ name }) => ({ name, starts: true }));
      const built = ours(files.map(({ name }) => name)).map(({ name }) => ({ name, starts: false }));
      const taken = new Set([...prompts, ...built].map(({ name }) => name));
      const skills = [...own, ...others].filter(({ name }) => !taken.has(name));
      return [...built, ...prompts, ...skills.map(({ name }) => ({ name, starts: false }))];
    },
    expand: async (name, argument, workspace, texts) => {
      const file = (await promptFiles(folders.prompts)).find((one) => one.name === name);
      if (file) return { kind: "prompt", ...digestedText(fillArguments(file.text, argument)) };
      if (isOurs(name)) {
        const text = texts?.prompts[name] ?? builtInPrompts[name].text;
        return { kind: "prompt", ...digestedText(text), ...modeOf(name) };
      }
      const { own, others } = await found(workspace);
      const skill = [...own, ...others].find((one) => one.name === name);
      return skill && { kind: "capability", ...digestedText(skillText(skill, longestCalled, texts)) };
    },
    switchSkill: async (name, on, workspace) => {
      const { own, others } = await found(workspace);
      if (![...own, ...others].some((one) => one.name === name)) return false;
      return switches.change((now) => {
        const others = now.off.filter((one) => one !== name);
        return [{ version: 1, off: on ? others : [...others, name] }, true];
      });
    },
  };
  return library;
}

type OurName = BuiltInPromptName;

function isOurs(name: string): name is OurName {
  return Object.hasOwn(builtInPrompts, name);
}

function modeOf(name: OurName): Pick<InstalledPrompt, "mode"> {
  const prompt: BuiltInPrompt = builtInPrompts[name];
  return prompt.mode === undefined ? {} : { mode: prompt.mode };
}

/** A user prompt replaces the built-in one of that name. */
function ours(replaced: readonly string[]): InstalledPrompt[] {
  return (Object.keys(builtInPrompts) as OurName[])
    .filter((name) => !replaced.includes(name))
    .map((name) => {
      const { text } = builtInPrompts[name];
      const [description = ""] = text.split("\n", 1);
      return { name, description, from: "kestrel", tokens: estimateTokens(text), ...modeOf(name) };
    });
}

function theirs({ name, description, tokens }: { name: string; description: string; tokens: number }) {
  return { name, description, from: "user" as const, tokens };
}

/** A user prompt: a Markdown file with its name. */
type PromptFile = { name: string; description: string; text: string; tokens: number };

/** Most prompts that are read from the folder, and the longest one in bytes. The rest is skipped. */
const mostPrompts = 200;
const longestPrompt = 64 * 1024;

/** The user's prompts, by name. Skips everything but small regular files. */
async function promptFiles(folder: string): Promise<PromptFile[]> {
  const real = await realpath(folder).catch(absent);
  const entries =
    real === undefined ? [] : ((await readdir(real, { withFileTypes: true }).catch(absent)) ?? []);
  const files = entries.filter(
    (entry) => entry.isFile() && /^[a-z0-9][a-z0-9_-]{0,63}\.md$/.test(entry.name),
  );
  const names = files.map(({ name }) => name).sort();
  const read = names.slice(0, mostPrompts).map((name) => readPrompt(join(real ?? folder, name)));
  return (await Promise.all(read)).filter((one) => one !== undefined);
}

async function readPrompt(file: string): Promise<PromptFile | undefined> {
  const whole = await readBounded(file, longestPrompt).catch(absent);
  if (whole === undefined || whole.trim() === "") return undefined;
  const { values, text: words } = await readFrontMatter(whole);
  const text = visibleText(words).trim();
  const description = textIn(values, "description") ?? text.split("\n", 1)[0] ?? "";
  return {
    name: basename(file, ".md"),
    description: visibleText(description).slice(0, 200),
    text,
    tokens: estimateTokens(text),
  };
}
