import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { Setting } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import {
  type ConfigSources,
  loadConfig,
  modelChoice,
  settingKeys,
  workspaceConfigNotice,
  workspaceTrust,
} from "../../src/index.ts";
import { temporaryFolder } from "../temporary-data.ts";

async function configured(toml: string | undefined, more: Partial<ConfigSources> = {}) {
  const folder = await temporaryFolder();
  const file = join(folder, "config.toml");
  if (toml !== undefined) await writeFile(file, toml);
  return { file, folder, config: loadConfig({ file, environment: {}, ...more }) };
}

describe("configuration", () => {
  it("is all defaults when nobody says anything", async () => {
    const { config } = await configured(undefined);
    const { values, settings, notices } = await config;
    expect(values["server.port"]).toBeUndefined();
    expect(values["permission.mode"]).toBe("ask");
    expect(values["limits.max_steps"]).toBe(40);
    expect(values["model.path"]).toBeUndefined();
    expect(settings.map(({ key }) => key)).toEqual(settingKeys);
    expect(settings.every(({ origin }) => origin === "default")).toBe(true);
    for (const setting of settings) Setting.parse(setting);
    expect(notices).toEqual([]);
    expect(modelChoice(values)).toBeUndefined();
  });

  it("reads a list from the file, and from a variable as a search path is written", async () => {
    const { config } = await configured('[models]\nfolders = ["/a b", "/c"]\n');
    expect((await config).values["models.folders"]).toEqual(["/a b", "/c"]);
    const environment = { KESTREL_MODELS_FOLDERS: ["/d", "/e"].join(delimiter) };
    const { values } = await (await configured(undefined, { environment })).config;
    expect(values["models.folders"]).toEqual(["/d", "/e"]);
    await expect((await configured('[models]\nfolders = ["here"]\n')).config).rejects.toMatchObject({
      code: "config_invalid",
    });
  });

  it.each([
    "0.0.0.0:7777",
    "[::]:7777",
    "[0:0:0:0:0:0:0:0]:7777",
    "[::0.0.0.0]:7777",
    "[::ffff:0.0.0.0]:7777",
    "[::FFFF:0:0]:7777",
    "[0:0:0:0:0:ffff:0:0]:7777",
  ])("listens for other devices at one address, and at %s at none", async (listen) => {
    const { config } = await configured(`[remote]\nlisten = "${listen}"\n`);
    await expect(config).rejects.toMatchObject({ code: "config_invalid" });
    for (const one of ["192.0.2.7:7777", "[2001:db8::7]:7777", "[::ffff:192.0.2.7]:7777"])
      expect((await (await configured(`[remote]\nlisten = "${one}"\n`)).config).values["remote.listen"]).toBe(
        one,
      );
  });

  it("says how words are drawn, and with which flags the engine starts", async () => {
    const drawn =
      "temperature = 0.7\ntop_p = 1\ntop_k = 20\nmin_p = 0.0\nrepeat_penalty = 1.1\nseed = 7\nmax_tokens = 900\n";
    const { config } = await configured(`[model]\n${drawn}[engine]\nargs = ["-fa", "on"]\n`);
    const { values } = await config;
    expect(values).toMatchObject({
      "model.temperature": 0.7,
      "model.top_p": 1,
      "model.top_k": 20,
      "model.min_p": 0,
      "model.repeat_penalty": 1.1,
      "model.seed": 7,
      "model.max_tokens": 900,
      "model.keep_alive_minutes": 120,
      "engine.args": ["-fa", "on"],
    });
    const environment = { KESTREL_MODEL_TEMPERATURE: "0.2" };
    expect((await (await configured(undefined, { environment })).config).values["model.temperature"]).toBe(
      0.2,
    );
    await expect((await configured("[model]\ntop_p = 2\n")).config).rejects.toMatchObject({
      code: "config_invalid",
      params: { key: "model.top_p", expected: "number", least: 0, most: 1 },
    });
  });

  it("takes a flag before a variable before the user's file before the default, and says which", async () => {
    const toml = '[server]\nport = 1111\n[limits]\nmax_steps = 7\n[permission]\nmode = "plan"\n';
    const environment = { KESTREL_SERVER_PORT: "2222", KESTREL_LIMITS_MAX_STEPS: "8" };
    const { file, config } = await configured(toml, { environment, flags: { "server.port": "3333" } });
    const { settings } = await config;
    const origins = Object.fromEntries(
      settings.map(({ key, value, origin, where }) => [key, [value, origin, where]]),
    );
    expect(origins["server.port"]).toEqual([3333, "flag", "--server.port"]);
    expect(origins["limits.max_steps"]).toEqual([8, "environment", "KESTREL_LIMITS_MAX_STEPS"]);
    expect(origins["permission.mode"]).toEqual(["plan", "user", file]);
    expect(origins["limits.reasoning_tokens"]).toEqual([8192, "default", undefined]);
  });

  it("reports keys it does not know, with the one that was perhaps meant, and goes on", async () => {
    const { file, config } = await configured(
      '[server]\nprot = 1\n\n[model]\nsource = "connect"\nulr = "http://x"\n[wholly]\nforeign = 1\n',
    );
    expect((await config).notices).toEqual([
      { code: "unknown_setting", params: { file, key: "server.prot", line: "2", suggestion: "server.port" } },
      { code: "unknown_setting", params: { file, key: "model.ulr", line: "6", suggestion: "model.url" } },
      { code: "unknown_setting", params: { file, key: "wholly.foreign", line: "8" } },
    ]);
  });

  it.each(["deny", "ask"])("refuses to go on where a rule to %s would be lost", async (verdict) => {
    const { file, config } = await configured(`[permision]\n${verdict} = ["command: git push*"]\n`);
    await expect(config).rejects.toMatchObject({
      code: "config_invalid",
      params: { file, key: `permision.${verdict}`, line: 2, words: `permission.${verdict}` },
    });
  });

  it.each([
    ['[server]\nport = "7411"', "server.port", 2, "whole_number"],
    ["server.port = 70000", "server.port", 1, "whole_number"],
    ['[model]\npath = "model.gguf"', "model.path", 2, "model_path"],
    ['[model]\nsource = "cloud"', "model.source", 2, "one_of"],
    ['[model]\nurl = "http://me:secret@host"', "model.url", 2, "http_url"],
    ['[permission]\nmode = "yolo"', "permission.mode", 2, "one_of"],
    ['[permission]\nallow = ["npm test"]', "permission.allow", 2, "rules"],
    ["[model]\ngpu_layers = true", "model.gpu_layers", 2, "word_or_number"],
  ])("names file, key, line and what it expected: %s", async (toml, key, line, expected) => {
    const { file, config } = await configured(toml);
    await expect(config).rejects.toMatchObject({
      code: "config_invalid",
      params: { file, key, line, expected },
    });
  });

  it("points at the place where a file stops being TOML", async () => {
    const { file, config } = await configured("[server]\nport = = 1\n");
    await expect(config).rejects.toMatchObject({
      code: "config_invalid",
      params: { file, line: 2, expected: "toml" },
    });
  });

  it("names the variable or the flag whose value does not fit", async () => {
    const broken = await configured("", { environment: { KESTREL_SERVER_PORT: "many" } });
    await expect(broken.config).rejects.toMatchObject({
      code: "config_invalid",
      params: { variable: "KESTREL_SERVER_PORT", key: "server.port", got: "many" },
    });
    const named = await configured("", {
      flags: { "model.window": "wide" },
      flagNames: { "model.window": "--window" },
    });
    await expect(named.config).rejects.toMatchObject({ params: { flag: "--window", key: "model.window" } });
    const flagged = await configured("", { flags: { "permission.mode": "pink" } });
    await expect(flagged.config).rejects.toMatchObject({
      params: { flag: "--permission.mode", key: "permission.mode" },
    });
  });

  it.each([
    ["https://user:s3cret@models.example/v1", "https://…@models.example/v1"],
    ["https://s3cret@models.example", "https://…@models.example"],
    ["https://user:a@s3cret/s3cret?s3cret@models.example/v1", "https://…@models.example/v1"],
    [`https://user:${"s3cret".repeat(40)}@models.example`, "https://…@models.example"],
    ["http:user:s3cret@models.example", "…@models.example"],
    ["user:s3cret@models.example:8080", "…@models.example:8080"],
    ["//user:s3cret with a space@models.example", "//…@models.example"],
    ["models.example/v1@2", "models.example/v1@2"],
  ])("repeats an address that it refuses without the password in it: %s", async (url, got) => {
    const places: [string, Partial<ConfigSources>, string][] = [
      [`[model]\nurl = ${JSON.stringify(url)}\n`, {}, JSON.stringify(got)],
      [`[web]\nown_hosts = [${JSON.stringify(url)}]\n`, {}, JSON.stringify([got])],
      ["", { flags: { "model.url": url } }, got],
      ["", { environment: { KESTREL_EMBEDDINGS_URL: url } }, got],
    ];
    for (const [toml, more, written] of places) {
      const { config } = await configured(toml, more);
      const error = await config.catch((error: unknown) => error);
      expect(error).toMatchObject({ code: "config_invalid", params: { got: written } });
      expect(String(error)).not.toContain("s3cret");
    }
  });

  it("repeats no key that stands where the name of its variable belongs", async () => {
    const key = `sk-${"a1B2".repeat(8)}`;
    const { config } = await configured(`[model]\napi_key_env = "${key}"\n`);
    await expect(config).rejects.toMatchObject({ params: { key: "model.api_key_env", got: '"[left out]"' } });
  });

  it("never lets a workspace set anything, but says that it tried", async () => {
    const folder = await temporaryFolder();
    const notice = async () => workspaceConfigNotice(await workspaceTrust({ data: folder }).look(folder));
    expect(await notice()).toBeUndefined();
    const file = join(folder, "kestrel.toml");
    await writeFile(file, "[engine]\npath = '/tmp/evil'\n");
    expect(await notice()).toEqual({ code: "workspace_config_ignored", params: { file } });
    // Rules that deny are what trust is about.
    await writeFile(file, '[permission]\ndeny = ["shell"]\n');
    expect(await notice()).toBeUndefined();
    await writeFile(file, '[permission]\ndeny = ["shell"]\nmode = "auto"\n');
    expect(await notice()).toBeDefined();
  });
});

describe("the model that the settings name", () => {
  it("is told by its source, or by the one thing that is given", async () => {
    const self = await configured('[model]\npath = "/m.gguf"\nwindow = 8192\n');
    expect(modelChoice((await self.config).values)).toMatchObject({
      source: "self",
      path: "/m.gguf",
      window: 8192,
    });
    const host = await configured('[model]\nhost = "ollama"\nname = "qwen3"\n');
    expect(modelChoice((await host.config).values)).toMatchObject({ source: "delegate", host: "ollama" });
    const url = await configured('[model]\nurl = "http://127.0.0.1:1234"\napi_key_env = "KEY"\n');
    expect(modelChoice((await url.config).values)).toMatchObject({ source: "connect", apiKeyEnv: "KEY" });
  });

  it("is refused when its source needs what is not there", async () => {
    const { config } = await configured('[model]\nsource = "self"\nurl = "http://127.0.0.1:1234"\n');
    const { values } = await config;
    expect(() => modelChoice(values)).toThrow(expect.objectContaining({ code: "config_invalid" }));
  });
});

describe("a loadout in the configuration", () => {
  it("names the model instead of the user's file, and gives way to variables and flags", async () => {
    const folder = await temporaryFolder();
    const model = join(folder, "tiny.gguf");
    const loadout = join(folder, "mine.toml");
    const source = `permission = { mode = "plan" }\n[model]\nsource = "self"\npath = "${model}"\nthreads = 2\nwindow = 4096\n`;
    await writeFile(loadout, source);
    const user = '[model]\nsource = "connect"\nurl = "http://127.0.0.1:1234"\nthreads = 9\ngpu_layers = 3\n';
    const { config } = await configured(user, {
      flags: { loadout, "model.window": 2048 },
    });
    const { values, settings, loadout: loaded } = await config;
    expect(modelChoice(values)).toEqual({
      source: "self",
      path: model,
      name: undefined,
      window: 2048,
      threads: 2,
      gpuLayers: 3,
    });
    expect(settings.find(({ key }) => key === "model.threads")).toMatchObject({
      origin: "loadout",
      where: loadout,
    });
    expect(settings.find(({ key }) => key === "model.url")).toMatchObject({ value: null, origin: "default" });
    expect(values["permission.mode"]).toBe("plan");
    expect(loaded?.source.permission.mode).toBe("plan");
  });
});
