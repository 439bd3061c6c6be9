import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig, loadoutNotices } from "../../src/index.ts";
import { temporaryFolder } from "../temporary-data.ts";

const tools = ["read", "edit"];

async function noticesOf(lines: string, flags = {}) {
  const folder = await temporaryFolder();
  const loadout = join(folder, "mine.toml");
  await writeFile(loadout, `[model]\nsource = "delegate"\nhost = "ollama"\n${lines}`);
  const config = await loadConfig({
    file: join(folder, "config.toml"),
    environment: {},
    flags: { ...flags, loadout },
  });
  return { loadout, config, notices: loadoutNotices(config, tools) };
}

describe("what a loadout says and Kestrel does not do", () => {
  it("is told: the mode its author suggests is never taken over", async () => {
    const { loadout, config, notices } = await noticesOf('[permission]\nmode = "plan"\n');
    expect(config.values["permission.mode"]).toBe("ask");
    expect(notices).toEqual([
      { code: "permission_suggested", params: { file: loadout, mode: "plan", inForce: "ask" } },
    ]);
  });

  it("is not told where the suggestion is in force already", async () => {
    const lines = '[permission]\nmode = "plan"\n';
    expect((await noticesOf(lines, { "permission.mode": "plan" })).notices).toEqual([]);
  });

  it("is told of every part that is not used yet", async () => {
    const { notices } = await noticesOf(
      '[tools]\ncore = ["read"]\ncatalogued = ["lint"]\nforeign = ["x"]\n[crew.critic]\nhost = "ollama"\n[adapter]\nkind = "a"\n',
    );
    expect(notices.map(({ params }) => params.part)).toEqual([
      "tools.core",
      "tools.catalogued",
      "tools.foreign",
      "crew.critic",
      "adapter",
    ]);
  });

  it("is nothing where exactly the core tools are named, in whatever order", async () => {
    expect((await noticesOf('[tools]\ncore = ["edit", "read"]\nforeign = []\n')).notices).toEqual([]);
    const { config } = await noticesOf("");
    expect(loadoutNotices({ ...config, loadout: undefined }, tools)).toEqual([]);
  });
});
