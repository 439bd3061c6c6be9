import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { Ajv2020 } from "../../packages/cli/src/run/schema-library.ts";
import { testEngine } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { type KestrelHome, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

const port = {
  type: "object",
  properties: { port: { type: "integer" } },
  required: ["port"],
  additionalProperties: false,
};
const scripts = {
  fits: callsThenSays("search", { pattern: "port" }, '```json\n{ "port": 90 }\n```'),
  words: { replies: [{ says: "The port is 90, as far as I can see." }, { says: '{"port":90}' }] },
  small: { replies: [{ says: '{"port":1}' }, { says: '{"port":2}' }] },
  ...standardScripts,
};
type Line = { [name: string]: unknown; body?: Record<string, unknown> };

describe.skipIf(testEngine === undefined)("kestrel run --output-schema", () => {
  let home: KestrelHome;
  beforeAll(async () => {
    home = await kestrelHome({ scripts, files: standardFiles });
    const high = { ...port, properties: { port: { type: "integer", minimum: 5 } } };
    await writeFile(join(home.workspace, "port.json"), JSON.stringify(port));
    await writeFile(join(home.workspace, "high.json"), JSON.stringify(high));
  });
  const run = (...words: string[]) => kestrel(home, ["run", ...words, "--model", home.model]);
  const lines = (out: string) =>
    out
      .trim()
      .split("\n")
      .map((line): Line => JSON.parse(line));

  it("prints the value of an answer that fits, after tools, and asks for nothing more", async () => {
    const { code, out } = await run("[[fits]]", "--output-schema", "port.json");
    expect({ code, out }).toEqual({ code: 0, out: '{"port":90}\n' });
    const told = lines((await run("[[fits]]", "--output-schema", "port.json", "--json")).out)[0];
    expect(told).toMatchObject({ exitCode: 0, output: { port: 90 }, usage: { steps: 2 } });
  });

  it("asks once more where it does not, held to the schema by the engine", async () => {
    const { code, out } = await run("[[words]]", "--output-schema", "port.json", "--jsonl");
    const all = lines(out);
    expect(code).toBe(0);
    expect(all.at(-1)).toMatchObject({ output: { port: 90 }, usage: { steps: 2 } });
    const bodies = all.flatMap(({ body }) => (body ? [body] : []));
    const turns = bodies.filter(({ type }) => type === "turn.started");
    expect(turns.map(({ answerSchema }) => answerSchema)).toEqual([undefined, port]);
    expect(bodies.filter(({ type }) => type === "cache.missed")).toEqual([]);
  });

  it("ends with 7 and the reason where it still does not", async () => {
    const { code, out, err } = await run("[[small]]", "--output-schema", "high.json");
    expect({ code, out }).toEqual({ code: 7, out: '{"port":2}\n' });
    expect(err).toContain("The answer does not fit high.json: answer/port must be >= 5.");
  });

  it("refuses a file that is no schema with one error, before anything is started", async () => {
    await writeFile(join(home.workspace, "typo.json"), '{ "requierd": ["port"] }');
    await writeFile(join(home.workspace, "later.json"), JSON.stringify({ $async: true, ...port }));
    for (const [file, why] of [
      ["typo.json", 'unknown keyword: "requierd"'],
      ["later.json", "$async is not supported"],
      ["hello.txt", "is not valid JSON"],
      ["none.json", "no such file"],
    ] as const) {
      const { code, out, err } = await run("[[fits]]", "--output-schema", file);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain(why);
      expect(err.match(new RegExp(file, "g"))?.length).toBeLessThanOrEqual(2);
    }
  });

  it("writes lines as the published schema of --jsonl says, with the words as they come", async () => {
    const published = join(import.meta.dirname, "../../docs/public/run-jsonl.schema.json");
    const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(
      JSON.parse(await readFile(published, "utf8")),
    );
    const spoken: string[] = [];
    const kinds = new Set<unknown>();
    for (const task of ["[[think-shell]]", "[[edit]]", "[[long]]", "[[parallel]]"]) {
      const { out } = await run(task, "--approve", "edits", "--allow", "node --version", "--jsonl");
      const all = lines(out);
      for (const line of all) {
        kinds.add(line.type);
        expect(fits(line), `${JSON.stringify(line)} ${JSON.stringify(fits.errors)}`).toBe(true);
      }
      spoken.push(all.flatMap(({ type, delta }) => (type === "text" ? [delta] : [])).join(""));
      expect(spoken.at(-1)).toContain(all.at(-1)?.answer);
    }
    expect([...kinds].sort()).toEqual(["event", "reasoning", "result", "session", "text", "tool-output"]);
    const failed = lines((await kestrel(home, ["run", "hi", "--jsonl", "--model", "/no.gguf"])).out);
    expect(failed.map((line) => fits(line))).toEqual([true]);
    expect(fits({ type: "text", delta: 1 })).toBe(false);
  });
});
