import { ErrorCode, FailureHint } from "@kestrel/protocol";
import { slashCommands } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import type { Sentence } from "../src/i18n/catalogue.ts";
import { en } from "../src/i18n/en/index.ts";
import { loadouts } from "../src/i18n/en/loadouts.ts";
import { languageOf, loadWords } from "../src/i18n/language.tsx";
import { zhCn } from "../src/i18n/zh-cn/index.ts";
import { loadouts as loadoutsZhCn } from "../src/i18n/zh-cn/loadouts.ts";

const holes = (sentence: Sentence) =>
  new Set(
    [...(typeof sentence === "string" ? sentence : sentence.other).matchAll(/\{([a-z]+)\}/gi)].map(
      ([hole]) => hole,
    ),
  );

describe("the catalogues", () => {
  it("have the same sentences with the same holes", () => {
    expect(Object.keys(zhCn).sort()).toEqual(Object.keys(en).sort());
    for (const [key, sentence] of Object.entries(en)) {
      expect(holes(zhCn[key as keyof typeof en]), key).toEqual(holes(sentence));
    }
  });

  it("are the same for what comes with a page of its own", () => {
    expect(Object.keys(loadoutsZhCn).sort()).toEqual(Object.keys(loadouts).sort());
    for (const [key, sentence] of Object.entries<Sentence>(loadouts)) {
      const other: Sentence = loadoutsZhCn[key as keyof typeof loadouts];
      expect(holes(other), key).toEqual(holes(sentence));
    }
  });

  it("say in English one of a thing in another way than many", () => {
    // Of a window, of a row that stands for many, and of a limit there is never one.
    const many = new Set(["engine.tokens", "lens.row", "chat.picture.count"]);
    for (const [key, sentence] of Object.entries<Sentence>({ ...en, ...loadouts }))
      if (typeof sentence === "string" && !many.has(key))
        expect(sentence, key).not.toMatch(/\{count\} [a-z]+s\b/);
  });

  it("say you in Chinese in one way", () => {
    for (const sentence of Object.values<Sentence>({ ...zhCn, ...loadoutsZhCn }))
      expect(JSON.stringify(sentence)).not.toContain("您");
  });

  it("tell why a call asks from how that was decided, in Chinese too", () => {
    expect(zhCn["approval.why"]).toMatch(/^为什么/);
    expect(zhCn["approval.trace"]).not.toMatch(/为什么|为何/);
  });

  it("have a sentence for every failure", () => {
    for (const code of ErrorCode.options) expect(en).toHaveProperty([`error.${code}`]);
  });

  it("have a sentence for everything that can be done about one", () => {
    for (const hint of FailureHint.options) expect(en).toHaveProperty([`hint.${hint}`]);
  });

  it("name in a failure what can be pressed here, and no command to be typed", () => {
    const typed = new RegExp(`(?<![\\w}])/(?:${slashCommands.join("|")})\\b`);
    for (const catalogue of [en, zhCn])
      for (const [key, sentence] of Object.entries<Sentence>(catalogue))
        if (/^(?:error|hint|failure|end)\./.test(key))
          expect(JSON.stringify(sentence), key).not.toMatch(typed);
    const placesHere = [
      "session_not_found",
      "mcp_unknown",
      "mcp_stale",
      "loadout_unavailable",
      "model_not_found",
    ] as const;
    for (const code of placesHere)
      for (const catalogue of [en, zhCn]) expect(catalogue[`error.${code}`], code).not.toContain("`kestrel");
  });

  it("write numbers, plurals and times as the language does", async () => {
    const english = await loadWords("en");
    expect(english.t("tool.lines", { count: 1 })).toBe("1 line");
    expect(english.t("tool.lines", { count: 41_203 })).toBe("41,203 lines");
    expect(english.numbers.duration(4_100)).toBe("4.1 s");
    expect(english.numbers.duration(130_000)).toBe("2 min 10 s");
    expect(english.numbers.short(41_203)).toBe("41k");
    expect(english.numbers.share(0.986)).toBe("98%");
    expect((await loadWords("zh-CN")).t("tool.lines", { count: 1 })).toBe("1 行");
  });

  it("are chosen by what the browser asks for", () => {
    expect(languageOf(["de-DE", "zh-TW", "en"])).toBe("zh-CN");
    expect(languageOf(["fr"])).toBe("en");
  });
});
