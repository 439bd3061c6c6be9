import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { loadLoadout } from "../../src/index.ts";
import { temporaryFolder } from "../temporary-data.ts";

async function written(
  toml: (folder: string) => string,
): Promise<{ file: string; folder: string; model: string }> {
  const folder = await temporaryFolder();
  const file = join(folder, "loadout.toml");
  const model = join(folder, "model.gguf");
  await writeFile(file, toml(folder));
  return { file, folder, model };
}

const self = (folder: string): string => `[model]\nsource = "self"\npath = "${folder}/model.gguf"\n`;

describe("a loadout", () => {
  it("is read whole: model, persona, tools, skills, servers, crew, suggestion, memory and adapter", async () => {
    const { file, folder, model } = await written(
      (folder) => `name = "tiny"
demo = true
persona = "You are terse."
skills = ["pdf"]
${self(folder)}
window = 4096
gpu_layers = "auto"
[tools]
core = ["read", "edit"]
catalogued = ["search"]
[crew.copilot]
source = "connect"
url = "http://127.0.0.1:8081"
[metadata]
version = "2"
[mcp]
servers = ["home"]
[permission]
mode = "plan"
deny = ["command: rm*"]
[memory]
seed = "The house has two floors."
[adapter]
lora = [{ path = "${folder}/a.gguf" }, { path = "${folder}/b.gguf", scale = 0.5 }]
`,
    );
    const loadout = await loadLoadout(file);
    expect(loadout).toMatchObject({
      name: "tiny",
      demo: true,
      imported: false,
      notices: [],
      source: {
        metadata: { name: "tiny", version: "2" },
        persona: "You are terse.",
        memory: "The house has two floors.",
        tools: ["read", "edit"],
        catalogued: ["search"],
        skills: ["pdf"],
        servers: ["home"],
        crew: { copilot: { source: "connect" } },
        permission: { mode: "plan", ask: [], deny: ["command: rm*"] },
      },
    });
    expect(loadout.settings).toEqual({
      "model.source": "self",
      "model.path": model,
      "model.window": 4096,
      "model.gpu_layers": "auto",
      "engine.args": ["--lora", `${folder}/a.gguf`, "--lora-scaled", `${folder}/b.gguf:0.5`],
    });
  });

  it("without a model leaves that to the person", async () => {
    const { file } = await written(() => 'persona = "Terse."\n');
    expect(await loadLoadout(file)).toMatchObject({ name: "loadout", settings: {} });
  });

  it.each([
    ["[permission]\nallow = ['shell']\n", "permission.allow", "no_allow"],
    ["[model]\npath = '/m.gguf'\n", "model.source", "one_of"],
    ["[model]\nsource = 'self'\n", "model.path", "model_path"],
    ["[model]\nsource = 'self'\npath = 'm.gguf'\n", "model.path", "model_path"],
    ["[model]\nsource = 'connect'\n", "model.url", "http_url"],
    ["[model]\nsource = 'delegate'\nhost = 'cloud'\n", "model.host", "one_of"],
    ["demo = 1\n[model]\nsource = 'delegate'\nhost = 'ollama'\n", "demo", "yes_or_no"],
    ["[model]\nsource = 'delegate'\nhost = 'ollama'\n[tools]\ncore = 'read'\n", "tools.core", "texts"],
  ])("is refused by file, key and what was expected: %s", async (toml, key, expected) => {
    const { file } = await written(() => toml);
    await expect(loadLoadout(file)).rejects.toMatchObject({
      code: "loadout_invalid",
      params: { file, key, expected },
    });
  });

  it("is refused without repeating the password of an address in it", async () => {
    const { file } = await written(
      () => "[crew.critic]\nsource = 'connect'\nurl = 'https://user:s3cret@models.example/v1'\n",
    );
    const error = await loadLoadout(file).catch((error: unknown) => error);
    expect(error).toMatchObject({ params: { file, got: '"https://…@models.example/v1"' } });
    expect(String(error)).not.toContain("s3cret");
  });

  it("says how words are drawn, and with which flags the engine starts", async () => {
    const { file } = await written(
      (folder) => `${self(folder)}temperature = 0.2\nmax_tokens = 900\n[engine]\nargs = ["-fa", "on"]\n`,
    );
    const loadout = await loadLoadout(file);
    expect(loadout.notices).toEqual([]);
    expect(loadout.settings).toMatchObject({
      "model.temperature": 0.2,
      "model.max_tokens": 900,
      "engine.args": ["-fa", "on"],
    });
  });

  it("is refused when it is not there or not TOML", async () => {
    const { file } = await written(() => "[model\n");
    await expect(loadLoadout(file)).rejects.toMatchObject({
      code: "loadout_invalid",
      params: { file, line: 1 },
    });
    await expect(loadLoadout(`${file}.gone`)).rejects.toMatchObject({ code: "loadout_unavailable" });
  });

  it.each([
    ["a key of many parts", `${"a.".repeat(100_000)}a = 1\n`],
    ["a table of many parts", `[${"a.".repeat(100_000)}a]\nb = 1\n`],
    ["one in a list where words belong", `name = [{ ${"a.".repeat(100_000)}a = 1 }]\n`],
    ["lists in lists", `crew = ${"[".repeat(40)}${"]".repeat(40)}\n`],
  ])("is refused when it is deeper than anything is: %s", async (_what, toml) => {
    const { file } = await written(() => toml);
    await expect(loadLoadout(file)).rejects.toMatchObject({
      code: "loadout_invalid",
      params: { file, reason: "too_deep" },
    });
  });

  it("that was built is refused when no digest of it can be made", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const frozen = {
      ...{ format: 1, metadata: { name: "deep" }, engine: [], adapter: [], system: "" },
      ...{ tools: [{ name: "deep", description: "", parameters: { deep: 0 } }] },
      ...{ permission: { ask: [], deny: [] }, crew: [] },
    };
    const built = { kestrel: "loadout", digest: "", ancestry: [], changes: [], frozen };
    const file = join(await temporaryFolder(), "deep.loadout.json");
    await writeFile(file, JSON.stringify(built));
    await expect(loadLoadout(file)).rejects.toMatchObject({ params: { file, reason: "changed" } });
    await writeFile(file, JSON.stringify(built).replace('"deep":0', `"deep":${deep}`));
    await expect(loadLoadout(file)).rejects.toMatchObject({
      code: "loadout_invalid",
      params: { file, reason: "not_built" },
    });
  });

  it("reports a key it does not know", async () => {
    const { file } = await written((folder) => `${self(folder)}gpu_layer = 3\n`);
    expect((await loadLoadout(file)).notices).toEqual([
      {
        code: "unknown_setting",
        params: { file, key: "model.gpu_layer", line: "4", suggestion: "model.gpu_layers" },
      },
    ]);
  });
});

describe("a loadout that says a great deal", () => {
  it("is read at once, however much of it means nothing, and the first twenty of that are told", async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `a${at}.b.c = 1`);
    const { file } = await written(() => lines.join("\n"));
    const { result, blockedMs } = await longestBlock(() => loadLoadout(file));
    const { notices } = result;
    expect(notices.map(({ params }) => params.key)).toEqual(
      lines.slice(0, 20).map((line) => line.split(" ")[0]),
    );
    expect(notices[19]?.params.line).toBe("20");
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
  });

  it("names at most two hundred tools, skills or servers", async () => {
    const names = Array.from({ length: 201 }, (_, at) => `"t${at}"`);
    const { file } = await written(() => `[tools]\ncore = [${names.join(", ")}]`);
    await expect(loadLoadout(file)).rejects.toMatchObject({
      code: "loadout_invalid",
      params: { key: "tools.core", line: 2, expected: "texts" },
    });
  });
});
