import { describe, expect, it } from "vitest";
import { readCommandLine, UsageError } from "../../src/arguments.ts";
import { speaker } from "../../src/i18n/say.ts";
import { samplingTable } from "../../src/session-lines/sampling-lines.ts";
import { samplingChangeIn, samplingOfFlags } from "../../src/settings/sampling-words.ts";

const say = await speaker("en");
const flagsOf = (...words: string[]) => readCommandLine(["run", ...words], say).flags;

describe("a session's sampling on the command line", () => {
  it("is read name by name, and is nothing where nothing is named", () => {
    expect(samplingOfFlags(flagsOf(), say)).toBeUndefined();
    const flags = flagsOf(
      "--temperature",
      "0.2",
      "--top-p=0.9",
      "--top-k",
      "0",
      "--seed",
      "7",
      "--max-tokens",
      "512",
    );
    expect(samplingOfFlags(flags, say)).toEqual({
      temperature: 0.2,
      top_p: 0.9,
      top_k: 0,
      seed: 7,
      max_tokens: 512,
    });
  });

  it.each(["--temperature=hot", "--temperature=11", "--top-p=2", "--top-k=1.5", "--seed=-1", "--min-p="])(
    "%s is a usage error that names the bounds",
    (word) => {
      expect(() => samplingOfFlags(flagsOf(word), say)).toThrow(UsageError);
      expect(() => samplingOfFlags(flagsOf(word), say)).toThrow(/…/);
    },
  );
});

describe("/sampling", () => {
  it.each([
    ["temperature 0.2", { temperature: 0.2 }],
    ["top-p=0.9, top_k 40", { top_p: 0.9, top_k: 40 }],
    ["seed default", { seed: null }],
  ])("%j is read", (words, change) => {
    expect(samplingChangeIn(words, say)).toEqual(change);
  });

  it("takes everything back, and knows no other names", () => {
    expect(Object.values(samplingChangeIn("reset", say))).toEqual(Array(7).fill(null));
    for (const wrong of ["heat 3", "temperature", "temperature hot"])
      expect(() => samplingChangeIn(wrong, say), wrong).toThrow(UsageError);
  });

  it("shows each value in effect and whose it is", () => {
    const settings = [{ key: "model.top_k", value: 20, origin: "user", where: "/c.toml" }] as const;
    const table = samplingTable(
      { session: { temperature: 0.2 }, settings, server: { top_k: 40, min_p: 0.05, temperature: 0.8 } },
      say,
    );
    expect(table).toMatch(/^temperature +0\.2 +this session$/m);
    expect(table).toMatch(/^top_k +20 +\/c\.toml$/m);
    expect(table).toMatch(/^min_p +0\.05 +the server's own/m);
    expect(table).toMatch(/^seed +– +the server's default$/m);
  });
});
