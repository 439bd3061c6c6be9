import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Config,
  loadConfig,
  loadoutNotices,
  modelChoice,
  settingKeys,
} from "../../packages/store/src/index.ts";
import { builtInTools } from "../../packages/tools/src/index.ts";

const root = join(import.meta.dirname, "..", "..");
const nobody = {
  run: () => Promise.reject(new Error("nothing runs here")),
  put: () => Promise.resolve(""),
  get: () => Promise.resolve(undefined),
};
const tools = builtInTools({ commandRunner: nobody, blobs: nobody, spillFolder: "", workerProgram: "" }).map(
  ({ spec }) => spec.name,
);

/** An example with these of its commented lines in force, and without the lines that would contradict them. */
const spoken = (text: string, said: readonly RegExp[], silenced: readonly RegExp[] = []) =>
  text
    .split("\n")
    .flatMap((line) => {
      const setting = /^# *((?:[a-z_]+ *=|\[).*)$/.exec(line)?.[1];
      if (setting !== undefined && said.some((pattern) => pattern.test(setting))) return [setting];
      return silenced.some((pattern) => pattern.test(line)) ? [] : [line];
    })
    .join("\n");

describe("the example files", () => {
  let folder = "";
  let user = "";
  let loadout = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-examples-"));
    user = await readFile(join(root, "kestrel.example.toml"), "utf8");
    loadout = await readFile(join(root, "kestrel.example.loadout.toml"), "utf8");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function read(userText: string, loadoutText?: string): Promise<Config> {
    const [file, other] = [join(folder, "config.toml"), join(folder, "loadout.toml")];
    await writeFile(file, userText);
    if (loadoutText !== undefined) await writeFile(other, loadoutText);
    const flags = { loadout: loadoutText === undefined ? undefined : other };
    return loadConfig({ file, environment: {}, flags });
  }

  it("configure nothing but defaults as they stand", async () => {
    const { notices, settings, values } = await read(user);
    expect(notices).toEqual([]);
    expect(modelChoice(values)).toBeUndefined();
    const { values: bare } = await read("");
    expect(values).toEqual(bare);
    expect(settings.filter(({ origin }) => origin === "user").length).toBeGreaterThan(3);
  });

  it("name settings only that exist, and every one that a person would write", async () => {
    const withoutLoadout = [/^loadout/];
    const config = await read(spoken(user, [/./], withoutLoadout).replace(/^loadout.*$/m, ""));
    expect(config.notices).toEqual([]);
    const written = config.settings.filter(({ origin }) => origin === "user").map(({ key }) => key);
    const left = settingKeys.filter((key) => !written.includes(key));
    expect(left).toEqual(["engine.folder", "model.source", "loadout"]);
  });

  it("hold a loadout that is read without a notice", async () => {
    const config = await read("", loadout);
    expect([...config.notices, ...loadoutNotices(config)]).toEqual([]);
    expect(modelChoice(config.values)).toMatchObject({
      source: "self",
      name: "qwen3-8b",
      window: 32_768,
      threads: 8,
      gpuLayers: "auto",
    });
    expect(config.loadout?.source.tools).toEqual(tools);
  });

  it.each([
    ["a demonstration with a persona", [/^demo/, /^persona/], [], { source: "self" }],
    [
      "a host",
      [/^source = "delegate"/, /^host/],
      [/^source/, /^path/],
      { source: "delegate", host: "lm-studio" },
    ],
    [
      "a URL",
      [/^source = "connect"/, /^url/, /^api_key_env/],
      [/^source/, /^path/],
      { source: "connect", url: "http://127.0.0.1:1234", apiKeyEnv: "MY_SERVER_KEY" },
    ],
  ])(
    "hold a loadout that becomes %s when its lines are taken out of comments",
    async (_, said, silenced, choice) => {
      const config = await read("", spoken(loadout, said, silenced));
      expect([...config.notices, ...loadoutNotices(config)]).toEqual([]);
      expect(modelChoice(config.values)).toMatchObject(choice);
      expect(config.loadout?.demo ?? false).toBe(said.length === 2 && silenced.length === 0);
    },
  );

  it("have a crew when somebody asks for it", async () => {
    const crew = spoken(loadout, [/^\[crew/]).replace(/^# (path = .*1\.7B.*)$/m, "$1");
    const config = await read("", crew);
    expect(config.notices).toEqual([]);
    expect(Object.keys(config.loadout?.source.crew ?? {})).toEqual(["copilot", "larger"]);
  });
});
