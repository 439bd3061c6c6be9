import { describe, expect, it } from "vitest";
import { kinds } from "../../../store/src/config/setting-kinds.ts";
import { english } from "../../src/i18n/en.ts";
import { languageOf, speaker } from "../../src/i18n/say.ts";
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

  it.each(["en", "zh-CN"] as const)(
    "(%s) of failures and notices are whole whatever facts come with them: none, one, or all",
    async (language) => {
      const say = await speaker(language);
      const keys = Object.keys(english) as (keyof typeof english)[];
      const spoken = keys.filter((key) => /^(error|notice)\./.test(key));
      expect(spoken.length).toBeGreaterThan(40);
      for (const key of spoken) {
        const names = [...new Set(namesIn(english[key]).map((name) => name.slice(1, -1)))];
        const all = Object.fromEntries(names.map((name) => [name, "7"]));
        for (const facts of [{}, all, ...names.map((name) => ({ [name]: "7" }))]) {
          const sentence = say(key, facts);
          expect({ key, facts, sentence }).toEqual({
            key,
            facts,
            sentence: expect.not.stringMatching(/[{}⟨⟩|]/),
          });
          expect(sentence.length).toBeGreaterThan(3);
        }
      }
    },
  );

  it("say what to do about a failure of the model's server, where it is known", async () => {
    const [english, chinese] = [await speaker("en"), await speaker("zh-CN")];
    expect(english("error.engine_died", { hint: "free_memory" })).toMatch(/There is not enough memory/);
    expect(chinese("error.engine_died", { hint: "free_memory" })).toContain("内存不足");
    expect(english("error.busy", { hint: "nobody knows" })).toBe(english("error.busy"));
  });

  it("say where a mistake stands, what was expected and what to do", async () => {
    const facts = {
      file: "/a.toml",
      key: "server.port",
      line: 2,
      expected: "a whole number from 0 to 65535",
      got: '"x"',
    };
    const [english, chinese] = [await speaker("en"), await speaker("zh-CN")];
    expect(english("error.config_invalid", facts)).toBe(
      'The configuration is wrong, /a.toml, line 2: `server.port`: expected a whole number from 0 to 65535, got "x". Correct it and start again.',
    );
    expect(chinese("error.config_invalid", facts)).toBe(
      '配置有误：/a.toml，第 2 行，`server.port`：应为 0 到 65535 之间的整数，实际为 "x"。请改正后重新启动。',
    );
    const model = { path: "/m.gguf", reason: "truncated", key: "model.path", flag: "--model" };
    expect(english("error.model_file_invalid", model)).toContain("/m.gguf cannot be loaded: it is cut short");
    expect(english("error.model_file_invalid", model)).toContain("(`model.path`, from --model)");
    expect(chinese("error.model_file_invalid", model)).toContain("文件不完整");
    expect(english("error.model_file_invalid", { path: "/m", reason: "EFUNNY" })).toContain(": EFUNNY.");
  });

  it("know in Chinese every kind of value that the configuration can ask for", async () => {
    const say = await speaker("zh-CN");
    for (const [kind, schema] of Object.entries(kinds)) {
      const expected = schema.safeParse(Symbol("nothing fits")).error?.issues[0]?.message ?? "";
      const sentence = say("error.config_invalid", { key: "k", expected });
      expect({ kind, sentence }).not.toEqual({ kind, sentence: expect.stringContaining(expected) });
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
