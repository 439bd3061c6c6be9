import { describe, expect, it } from "vitest";
import type { Catalogue, Translate } from "../src/i18n/catalogue.ts";
import { en } from "../src/i18n/en/index.ts";
import { languageOf } from "../src/i18n/language.tsx";
import { numbersIn } from "../src/i18n/numbers.ts";
import { translator } from "../src/i18n/translate.ts";

type Sentence = (typeof en)[keyof typeof en] | { readonly one: string; readonly other: string };

/** A language made by rule from the English one: every sentence between marks, so that none can come from elsewhere. */
const marked = (sentence: Sentence) =>
  typeof sentence === "string"
    ? `»${sentence}«`
    : { one: `»1× ${sentence.one}«`, other: `»n× ${sentence.other}«` };
const german = Object.fromEntries(
  Object.entries<Sentence>(en).map(([key, sentence]) => [key, marked(sentence)]),
) as Catalogue;

describe("a third language", () => {
  const t: Translate = translator<typeof en>(german, "de");

  it("says every sentence of the console, with the values in it", () => {
    const say = t as (key: string, values?: Record<string, string | number>) => string;
    for (const [key, sentence] of Object.entries<Sentence>(en)) {
      const names = [...JSON.stringify(sentence).matchAll(/\{([a-zA-Z]+)\}/g)].map(([, name = ""]) => name);
      const said = say(key, Object.fromEntries(names.map((name) => [name, 7])));
      expect({ key, said }).toEqual({ key, said: expect.stringMatching(/^»[^{}⟨⟩]*«/s) });
    }
  });

  it("chooses one and many, writes numbers as its people do, and tells a failure in its own words", () => {
    expect(t("tool.lines", { count: 1 })).toBe("»1× 1 line«");
    expect(t("tool.lines", { count: 41_203 })).toBe("»n× 41.203 lines«");
    expect(numbersIn("de").count(41_203)).toBe("41.203");
    expect(numbersIn("de").duration(4_100)).toBe("4,1 s");
    expect(t("error.unauthorized")).toMatch(/^».*«$/);
  });

  it("is chosen where a browser asks for it, in any of its regions", () => {
    const spoken = ["en", "zh-CN", "de"] as const;
    expect(languageOf(["de-AT", "en"], spoken)).toBe("de");
    expect(languageOf(["fr", "zh-TW", "de"], spoken)).toBe("zh-CN");
    expect(languageOf(["fr"], spoken)).toBe("en");
  });

  it("does not compile with a sentence missing", () => {
    const { "app.skip": _, ...most } = german;
    // @ts-expect-error one is missing
    const lacking: Catalogue = most;
    expect(Object.keys(en).filter((key) => !(key in lacking))).toEqual(["app.skip"]);
  });
});
