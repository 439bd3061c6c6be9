import { describe, expect, it } from "vitest";
import { english } from "../../src/i18n/en.ts";
import { languageOf } from "../../src/i18n/say.ts";
import { chinese } from "../../src/i18n/zh-cn.ts";

const namesIn = (sentence: string) =>
  [...sentence.matchAll(/\{([a-zA-Z_]+)\}/g)].map(([name]) => name).sort();

describe("the sentences of the terminal", () => {
  it("are there in both languages, with the same facts in them", () => {
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
    for (const key of Object.keys(english) as (keyof typeof english)[]) {
      expect({ key, names: [...new Set(namesIn(chinese[key]))] }).toEqual({
        key,
        names: [...new Set(namesIn(english[key]))],
      });
    }
  });

  it.each([
    [{ LANG: "zh_CN.UTF-8" }, "zh-CN"],
    [{ LC_ALL: "zh_TW.UTF-8", LANG: "en_US.UTF-8" }, "zh-CN"],
    [{ LANG: "C.UTF-8" }, "en"],
    [{ LC_ALL: "en_US.UTF-8", LANG: "zh_CN.UTF-8" }, "en"],
    [{}, "en"],
  ])("are chosen by %j: %s", (environment, language) => {
    expect(languageOf(environment)).toBe(language);
  });
});
