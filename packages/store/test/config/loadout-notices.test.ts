import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig, loadoutNotices } from "../../src/index.ts";
import { temporaryFolder } from "../temporary-data.ts";

async function noticesOf(lines: string, flags = {}) {
  const folder = await temporaryFolder();
  const loadout = join(folder, "mine.toml");
  await writeFile(loadout, `[model]\nsource = "delegate"\nhost = "ollama"\n${lines}`);
  const config = await loadConfig({
    file: join(folder, "config.toml"),
    environment: {},
    flags: { ...flags, loadout },
  });
  return { loadout, config, notices: loadoutNotices(config) };
}

const mode = (word: string) => `[permission]\nmode = "${word}"\n`;

describe("the mode a loadout suggests", () => {
  it("is told where it would ask less: only the person can choose that", async () => {
    const { loadout, config, notices } = await noticesOf(mode("auto"));
    expect(config.values["permission.mode"]).toBe("ask");
    expect(notices).toEqual([
      { code: "permission_suggested", params: { file: loadout, mode: "auto", inForce: "ask" } },
    ]);
  });

  it("holds where it is stricter, and says so where settings are shown", async () => {
    const { loadout, config, notices } = await noticesOf(mode("plan"));
    expect(config.settings.find(({ key }) => key === "permission.mode")).toEqual({
      key: "permission.mode",
      value: "plan",
      origin: "loadout",
      where: loadout,
    });
    expect(notices).toEqual([]);
  });

  it("gives way to what the person says for this run", async () => {
    const { config, notices } = await noticesOf(mode("plan"), { "permission.mode": "edits" });
    expect(config.values["permission.mode"]).toBe("edits");
    expect(notices.map(({ code }) => code)).toEqual(["permission_suggested"]);
  });

  it("is plan for one that came from elsewhere, whatever it says", async () => {
    const { config } = await noticesOf(`${mode("auto")}[ancestry]\nimported = true\n`);
    expect(config.values["permission.mode"]).toBe("plan");
  });

  it("is nobody's without a loadout", async () => {
    const { config } = await noticesOf("");
    expect(loadoutNotices({ ...config, loadout: undefined })).toEqual([]);
  });
});
