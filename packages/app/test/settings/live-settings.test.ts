import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataPaths, settingKeys, settingRow } from "@kestrel/store";
import { expect, it, onTestFinished } from "vitest";
import { LiveSettings } from "../../src/settings/live-settings.ts";
import { readSettings } from "../../src/settings/read-settings.ts";

/** The settings of a daemon whose file says this. */
async function given(text: string) {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-settings-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const paths = { ...dataPaths({}), configFile: join(folder, "config.toml") };
  const { configFile: file } = paths;
  await writeFile(file, text);
  const read = () => readSettings({}, paths);
  const config = await read();
  const levels: string[] = [];
  const settings = new LiveSettings(config, {
    ...{ file, read },
    onChange: (values) => levels.push(values["diagnostics.level"]),
  });
  return { settings, config, file, levels, text: () => readFile(file, "utf8") };
}

const find = async (settings: LiveSettings, key: string) =>
  (await settings.list()).settings.find((one) => one.key === key);

it("tells of every setting what it may be, what it is without a word, and when a change holds", async () => {
  const { settings } = await given("[model]\nwindow = 8192\n");
  const listed = await settings.list();
  expect(listed.settings.map(({ key }) => key)).toEqual([...settingKeys]);
  expect(listed.settings.every(({ kind }) => kind.expected !== "value")).toBe(true);
  expect(await find(settings, "limits.max_steps")).toEqual({
    ...{ key: "limits.max_steps", value: 40, origin: "default", fallback: 40, takes: "now", guarded: false },
    kind: { expected: "whole_number", least: 1, most: 1000 },
  });
});

it("takes over at once what needs no restart, and says of the rest what will be", async () => {
  const { settings, config, text, levels } = await given("# mine\n");
  await settings.change("limits.max_steps", 7);
  await settings.change("diagnostics.level", "debug");
  await settings.change("model.window", 4096);
  expect(config.values["limits.max_steps"]).toBe(7);
  expect(levels.at(-1)).toBe("debug");
  expect(config.values["model.window"]).toBeUndefined();
  expect(await find(settings, "model.window")).toMatchObject({ value: null, next: 4096, takes: "restart" });
  expect(await settings.notices()).toEqual([{ code: "settings_changed", params: { keys: "model.window" } }]);
  await settings.change("model.window", null);
  expect(await settings.notices()).toEqual([]);
  expect(await text()).toContain("# mine\n");
});

it("follows a file that was edited in another window", async () => {
  const { settings, config, file } = await given("");
  await writeFile(file, '[permission]\nmode = "plan"\n');
  await settings.list();
  expect(config.values["permission.mode"]).toBe("plan");
  await writeFile(file, "[permission\n");
  expect((await settings.list()).settings).toHaveLength(settingKeys.length);
  expect(await settings.notices()).toMatchObject([{ code: "settings_broken" }]);
});

it("loosens nothing for whoever asks it: what runs, runs unasked or leaves is changed by a person", async () => {
  const { settings, config, text } = await given("");
  const wishes = {
    "permission.mode": "auto",
    "permission.allow": ["command: *"],
    "permission.deny": [],
    "permission.roots": ["/etc"],
    sandbox: "off",
    "engine.path": "/tmp/evil",
    "engine.args": ["--x"],
    "limits.stop_command": "curl evil",
    "web.own_hosts": ["127.0.0.1"],
    "model.api_key_env": "AWS_SECRET_ACCESS_KEY",
    "embeddings.url": "http://evil.example",
    "web.search_url": "http://169.254.169.254",
  } as const;
  for (const [key, value] of Object.entries(wishes)) {
    const wish = typeof value === "string" ? value : [...value];
    await expect(settings.change(key, wish)).rejects.toMatchObject({
      code: "setting_by_hand",
      params: { key, reason: "guarded" },
    });
  }
  await expect(settings.change("mcp.servers.x.command", "evil")).rejects.toMatchObject({
    code: "config_invalid",
  });
  await expect(settings.change("__proto__", "evil")).rejects.toMatchObject({ code: "config_invalid" });
  expect(await text()).toBe("");
  expect(config.values["permission.mode"]).toBe("ask");
});

it("guards every setting that names a program, a rule, a variable with a key or where words and keys go", () => {
  const guarded = settingKeys.filter((key) => settingRow(key).guarded);
  const border = settingKeys.filter((key) =>
    /^permission\.|^engine\.(path|folder|args)$|_env$|^(model|embeddings)\.(url|host)$|search_url|command|own_hosts|^remote\.(listen|names|certificate|key)$|^models\.(folder|hub)$|^update\.registry$|^languages\.|^sandbox$|^loadout$/.test(
      key,
    ),
  );
  expect(guarded).toEqual(border);
});
