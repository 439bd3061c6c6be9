import { mkdirSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ListedLoadout } from "@kestrel/protocol/api";
import type { Locator, Page } from "playwright";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { openConsole } from "./open-console.ts";

/** Pictures for people to look at; nothing compares them. */
export const output = join(import.meta.dirname, "..", ".output");

/** The text of each file. */
export const shelved = {
  lean: `persona = "You are terse."\nskills = []\n[metadata]\nname = "lean"\ndescription = "Few words."\n[tools]\ncore = ["read", "search"]\n[permission]\ndeny = ["path: secrets/**"]\n`,
  wide: `persona = "${"wordy ".repeat(900)}"\n[metadata]\ndescription = "Too many words."\n`,
  gone: 'skills = ["pdf"]\n',
  broken: "persona = 7\n",
};

/** A daemon with these loadouts and one skill, whose model answers `[[greet]]`. */
export async function daemonWithLoadouts(): Promise<TestDaemon> {
  mkdirSync(output, { recursive: true });
  const daemon = await startTestDaemon({ scripts: { greet: { replies: [{ says: "Hello." }] } } });
  const config = join(daemon.dataFolder, "config");
  await mkdir(join(config, "loadouts"));
  for (const [name, text] of Object.entries(shelved))
    await writeFile(join(config, "loadouts", `${name}.toml`), text);
  await mkdir(join(config, "skills", "ledger"), { recursive: true });
  const skill = "---\nname: ledger\ndescription: How the accounts are kept.\n---\nIn cents.\n";
  await writeFile(join(config, "skills", "ledger", "SKILL.md"), skill);
  return daemon;
}

export async function loadoutsPage(
  daemon: TestDaemon,
  options: Parameters<typeof openConsole>[1] = {},
): Promise<Page> {
  const page = await openConsole(daemon, { reducedMotion: "reduce", ...options });
  await page.goto(`${daemon.url}/#/loadouts`);
  await rowOf(page, "lean").waitFor();
  return page;
}

export function rowOf(page: Page, name: string): Locator {
  return page.locator(`[data-loadout="${name}"]`);
}

/** What the daemon says of one. */
export async function listed(daemon: TestDaemon, name: string): Promise<ListedLoadout> {
  const { loadouts } = await daemon.client.call("listLoadouts");
  const found = loadouts.find((one) => one.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}
