import { parseRule } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import {
  autoWithoutSandbox,
  coversSentence,
  english,
  type SayAny,
  type Sentence,
  speakerOf,
} from "../src/index.ts";
import { chinese } from "../src/zh-cn/index.ts";

const write = (_: string, value: unknown) => String(value);
const speakers = {
  en: speakerOf<typeof english>(english, { locale: "en", write }),
  "zh-CN": speakerOf<typeof english>(chinese, { locale: "zh-CN", write }),
};
const namesIn = (sentence: Sentence) =>
  [...JSON.stringify(sentence).matchAll(/\{([a-zA-Z]+)\}/g)].map(([, name = ""]) => name);

describe("the sentences that every client says", () => {
  it("are there in both languages, with the same facts in them", () => {
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
    for (const key of Object.keys(english) as (keyof typeof english)[])
      expect([key, ...new Set(namesIn(chinese[key]).sort())]).toEqual([
        key,
        ...new Set(namesIn(english[key]).sort()),
      ]);
  });

  it.each(["en", "zh-CN"] as const)(
    "(%s) of failures and endings are whole whatever facts come with them: none, one, or all",
    (language) => {
      const say = speakers[language] as SayAny;
      const spoken = Object.entries(english).filter(([key]) => /^(error|end)\./.test(key));
      expect(spoken.length).toBeGreaterThan(60);
      for (const [key, sentence] of spoken) {
        const names = [...new Set(namesIn(sentence))];
        const all = Object.fromEntries(names.map((name) => [name, "7"]));
        for (const facts of [{}, all, ...names.map((name) => ({ [name]: "7" }))]) {
          const said = say(key, facts);
          expect({ key, facts, said }).toEqual({ key, facts, said: expect.not.stringMatching(/[{}⟨⟩|]/) });
          expect(said.length).toBeGreaterThan(2);
        }
      }
    },
  );

  it("say what to do about a failure, where it is known", () => {
    const { en, "zh-CN": zh } = speakers;
    expect(en("error.engine_died", { hint: "free_memory" })).toMatch(/There is not enough memory/);
    expect(zh("error.engine_died", { hint: "free_memory" })).toContain("内存不足");
    expect(en("error.busy", { hint: "nobody knows" })).toBe(en("error.busy"));
  });

  it("say codes among the values in words, and what they do not know as it is", () => {
    const { en, "zh-CN": zh } = speakers;
    const model = { path: "/m.gguf", reason: "truncated", key: "model.path", flag: "--model" };
    expect(en("error.model_file_invalid", model)).toContain("/m.gguf cannot be loaded: it is cut short");
    expect(en("error.model_file_invalid", model)).toContain("(`model.path`, from --model)");
    expect(zh("error.model_file_invalid", model)).toContain("文件不完整");
    expect(en("error.model_file_invalid", { path: "/m", reason: "EFUNNY" })).toContain(": EFUNNY.");
    const missing = { key: "model.url", expected: "value", source: "connect" };
    expect(en("error.config_invalid", missing)).toContain(
      "expected a value, because model.source is connect",
    );
    expect(zh("error.config_invalid", missing)).toContain("应为 一个值，因为 model.source 是 connect");
  });

  it("choose between one and many, and write values as the client does", () => {
    const sentences = { runs: { one: "{count} run of {name}", other: "{count} runs of {name}" } } as const;
    const say = speakerOf<typeof sentences>(sentences, {
      locale: "en",
      write: (name, value) => `<${name} ${value}>`,
    });
    expect(say("runs", { count: 1, name: "x" })).toBe("<count 1> run of <name x>");
    expect(say("runs", { count: 2, name: "x" })).toBe("<count 2> runs of <name x>");
  });

  it("take no value twice: what a value brings is not filled in again", () => {
    expect(speakers.en("error.unknown", { detail: "{url} ⟨x⟩" })).toBe(
      "The model's server failed: {url} ⟨x⟩.",
    );
  });

  it("tell a server's own words between what a failure means and what to do", () => {
    const busy = { detail: "2 requests in the queue", hint: "wait" };
    const told = (say: SayAny) => say("error.busy", busy);
    expect(told(speakers.en as SayAny)).toBe(
      "The model's server is busy. It said: “2 requests in the queue”. Wait a moment, then send it again.",
    );
    expect(told(speakers["zh-CN"] as SayAny)).toContain("它的原话：“2 requests in the queue”。");
  });

  it("do not compile with a value missing or foreign", () => {
    const sentences = { one: "{name} is ⟨of {age}⟩ here" } as const;
    const say = speakerOf<typeof sentences>(sentences, { locale: "en", write });
    expect(say("one", { name: "x" })).toBe("x is  here");
    // @ts-expect-error name is needed
    expect(say("one", { age: 3 })).toContain("{name}");
    // @ts-expect-error nobody knows it
    expect(say("one", { name: "x", size: 3 })).toBe("x is  here");
    // @ts-expect-error no such sentence
    expect(say("two")).toBe("two");
  });
});

describe("auto without a sandbox", () => {
  it.each(["en", "zh-CN"] as const)(
    "(%s) is said to ask, with the reason; inside one nothing is said",
    (language) => {
      const say = speakers[language] as SayAny;
      const { "sandbox.not_installed": why } = language === "en" ? english : chinese;
      const missing = { state: "unavailable", reason: "not_installed", required: false } as const;
      expect(autoWithoutSandbox(missing, say)).toContain(why);
      expect(autoWithoutSandbox({ state: "off" }, say)).toBeDefined();
      expect(autoWithoutSandbox({ state: "active", by: "bubblewrap", required: false }, say)).toBeUndefined();
    },
  );
});

describe("what a rule allows", () => {
  it.each([
    ["edit path: counter.js", "every edit call on files named counter.js, in any folder"],
    ["write path: src/a.ts", "every write call on src/a.ts"],
    ["path: src/**", "every call on src/**"],
    ["path: *", "every call on *"],
    ["command: npm test", "every run of npm test, even if its scripts change"],
    ["host: example.org", "every call to example.org"],
    ["mcp: docs/search", "every call of docs/search"],
    ["shell", "every call of shell"],
  ])("%s: %s", (rule, said) => {
    const pattern = parseRule(rule);
    expect(coversSentence(pattern ? [pattern] : [], speakers.en as SayAny)).toBe(said);
    expect(coversSentence(pattern ? [pattern] : [], speakers["zh-CN"] as SayAny)).not.toMatch(/[⟨⟩{}]/);
  });

  it("is every rule of the call", () => {
    const rules = ["command: make", "command: npm test"].flatMap((rule) => parseRule(rule) ?? []);
    expect(coversSentence(rules, speakers["zh-CN"] as SayAny)).toBe(
      "每次运行 make，即使其脚本已更改; 每次运行 npm test，即使其脚本已更改",
    );
  });
});
