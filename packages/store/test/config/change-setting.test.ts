import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changeSetting, loadConfig, type SettingKey } from "../../src/index.ts";
import { temporaryFolder } from "../temporary-data.ts";

type Value = Parameters<typeof changeSetting>[2];

async function changed(text: string | undefined, key: SettingKey, value: Value): Promise<string> {
  const file = join(await temporaryFolder(), "config.toml");
  if (text !== undefined) await writeFile(file, text);
  await changeSetting(file, key, value);
  return readFile(file, "utf8");
}

describe("one setting is written and every other line stays", () => {
  const file = `# mine
sandbox = "off"  # for now

[server]
port = 7411   # kept

# the model
[model]
window = 8192 # "small" # really
name = """
two # lines
"""
top_k = 40
`;
  it.each<[string, SettingKey, Value, string, string]>([
    ["a number beside its comment", "server.port", 7500, "port = 7411   # kept", "port = 7500   # kept"],
    [
      "a comment with quotes and a second sign",
      "model.window",
      16_384,
      'window = 8192 # "small" # really',
      'window = 16384 # "small" # really',
    ],
    ["a value over several lines", "model.name", "qwen", 'name = """\ntwo # lines\n"""', 'name = "qwen"'],
    ["a setting above every table", "sandbox", "required", 'sandbox = "off"  #', 'sandbox = "required"  #'],
    ["a new one in a table that is there", "server.idle_minutes", 0, "kept\n", "kept\nidle_minutes = 0\n"],
    ["a new one above every table", "ahead", "off", "for now\n", 'for now\nahead = "off"\n'],
    ["one that is taken out", "model.top_k", undefined, "top_k = 40\n", ""],
    ["one that is not there to take out", "model.seed", undefined, "", ""],
  ])("%s", async (_, key, value, before, after) => {
    expect(await changed(file, key, value)).toBe(file.replace(before, after));
  });

  it("a table that is not there yet goes behind everything", async () => {
    expect(await changed(file, "web.fetch", "on")).toBe(`${file}\n[web]\nfetch = "on"\n`);
    expect(await changed(undefined, "models.folders", ["/a", "/b"])).toBe(
      '[models]\nfolders = [ "/a", "/b" ]\n',
    );
  });

  it("keeps Windows line ends, and keys that are written with dots", async () => {
    expect(await changed('model.name = "a"\r\nahead = "on"\r\n', "model.window", 4096)).toBe(
      'model.name = "a"\r\nahead = "on"\r\nmodel.window = 4096\r\n',
    );
  });

  it("keeps a list whose words look like the rest of a file", async () => {
    const list = '[permission]\ndeny = [\n  "shell(rm *)", # never\n  "[server]", # odd\n]\nmode = "plan"\n';
    expect(await changed(list, "permission.mode", "ask")).toBe(list.replace('"plan"', '"ask"'));
  });
});

it("leaves a file that it cannot edit surely as it is, and says which line to write", async () => {
  const file = join(await temporaryFolder(), "config.toml");
  const text = 'server = { port = 7411, idle_minutes = 5 } # "compact"\n';
  await writeFile(file, text);
  await expect(changeSetting(file, "server.port", 7500)).rejects.toMatchObject({
    code: "setting_by_hand",
    params: { file, key: "server.port", detail: "[server]\nport = 7500" },
  });
  expect(await readFile(file, "utf8")).toBe(text);
});

it("writes neither a wrong value nor into a file that is wrong", async () => {
  const file = join(await temporaryFolder(), "config.toml");
  await writeFile(file, "[server\n");
  await expect(changeSetting(file, "server.port", 7500)).rejects.toMatchObject({ code: "config_invalid" });
  await expect(changeSetting(file, "server.port", 99_999)).rejects.toMatchObject({
    code: "config_invalid",
    params: { key: "server.port", expected: "whole_number" },
  });
  expect(await readFile(file, "utf8")).toBe("[server\n");
});

it("loses none of twenty changes that come at once", async () => {
  const file = join(await temporaryFolder(), "config.toml");
  const keys = ["model.seed", "model.top_k", "server.idle_minutes", "engine.idle_minutes"] as const;
  await Promise.all(keys.flatMap((key) => [1, 2, 3, 4, 5].map((value) => changeSetting(file, key, value))));
  const { values } = await loadConfig({ file, environment: {} });
  expect(keys.map((key) => typeof values[key])).toEqual(["number", "number", "number", "number"]);
});
