import { readdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { estimateTokens, visibleText } from "@kestrel/text";
import { readBounded } from "../files/read-bounded.ts";
import { readFrontMatter, textIn } from "../skills/front-matter.ts";

/** A user prompt: a Markdown file with its name. */
export type PromptFile = { name: string; description: string; text: string; tokens: number };

/** Most prompts that are read from the folder, and the longest one in bytes. The rest is skipped. */
const mostPrompts = 200;
const longestPrompt = 64 * 1024;

/** The user's prompts, by name. Skips everything but small regular files. */
export async function promptFiles(folder: string): Promise<PromptFile[]> {
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
