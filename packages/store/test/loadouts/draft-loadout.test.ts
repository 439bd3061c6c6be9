import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LoadoutDraft } from "@kestrel/protocol/api";
import { describe, expect, it, onTestFinished } from "vitest";
import { draftLoadout, loadLoadout } from "../../src/index.ts";

async function readBack(text: string, name: string) {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-draft-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, `${name}.toml`);
  await writeFile(file, text);
  return loadLoadout(file);
}

const whole: LoadoutDraft = {
  name: "accounts",
  description: 'A "shop".',
  model: { path: "/models/q.gguf", window: 16_384 },
  persona: "You keep accounts.\nAmounts are in cents.",
  memory: "The till closes at six.",
  tools: ["read", "search"],
  skills: ["pdf"],
  catalogued: [],
  servers: ["till"],
  mode: "plan",
  crew: { copilot: { path: "/models/small.gguf" } },
};

describe("the file of a draft", () => {
  it("says what the draft says, with several lines in several lines", async () => {
    const { text, source } = draftLoadout(whole);
    expect(text).toContain('persona = """\nYou keep accounts.\nAmounts are in cents."""');
    const read = await readBack(text, "accounts");
    expect(read.source).toEqual(source);
    expect(read.notices).toEqual([]);
    expect(source).toMatchObject({
      metadata: { name: "accounts", version: "1", description: 'A "shop".' },
      model: { source: "self", path: "/models/q.gguf", window: 16_384 },
      persona: whole.persona,
      memory: whole.memory,
      ...{ tools: ["read", "search"], skills: ["pdf"], catalogued: [], servers: ["till"] },
      permission: { mode: "plan" },
      crew: { copilot: { source: "self", path: "/models/small.gguf" } },
    });
  });

  it.each([
    'quotes """ and a\nbackslash \\n at the end\\',
    "tabs\t and\r\nreturns",
    "[permission]\nallow = ['command: *']",
    'x"""\n[engine]\nargs = ["--host"]\ny = """',
    "\u0000\u001b[31m\n\u202e",
  ])("holds words as they are, and nothing else begins in them: %j", async (persona) => {
    const { text, source } = draftLoadout({ name: "odd", persona });
    const read = await readBack(text, "odd");
    expect(read.source).toEqual(source);
    expect(read.source.engine).toEqual([]);
    expect(read.source.persona).toBe(persona.trim());
  });

  it("is refused where a file of it would be", () => {
    const draft = { name: "near", model: { path: "models/q.gguf" } };
    expect(() => draftLoadout(draft)).toThrow(expect.objectContaining({ code: "loadout_invalid" }));
  });
});
