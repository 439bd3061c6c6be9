import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadLoadout } from "@kestrel/store";
import { expect, it, onTestFinished } from "vitest";
import { blankLoadout } from "../../src/loadout/blank-loadout.ts";

const uncommented = (text: string) => text.replaceAll(/^# (?=[\w"[])(?!What)/gm, "");

it.each([
  ["as it is written", blankLoadout],
  ["with every part taken out of its comment", (name: string) => uncommented(blankLoadout(name))],
])("a blank loadout can be read, %s", async (_, text) => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-blank-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "新的.toml");
  await writeFile(file, text("新的"));
  await expect(loadLoadout(file)).resolves.toMatchObject({ name: "新的" });
});
