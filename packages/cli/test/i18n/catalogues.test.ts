import type { SayAny } from "@kestrel/i18n";
import { kinds } from "@kestrel/store";
import { describe, expect, it } from "vitest";
import { english } from "../../src/i18n/en.ts";
import { languageOf, speaker } from "../../src/i18n/say.ts";
import { chinese } from "../../src/i18n/zh-cn.ts";

const namesIn = (sentence: unknown) =>
  [...JSON.stringify(sentence).matchAll(/\{([a-zA-Z]+)\}/g)].map(([name]) => name).sort();

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

  it("say in English one of a thing in another way than many", () => {
    const counted = /\{(?:count|turns|calls|files|steps|requests|places|times)\} (?!tokens\b)[a-z]+s\b/;
    for (const [key, sentence] of Object.entries(english))
      if (typeof sentence === "string")
        expect({ key, sentence: counted.exec(sentence) }).toEqual({ key, sentence: null });
  });

  it("say where kestrel-nano stands in that what is missing is a model of one's own", () => {
    for (const key of ["model.standsIn", "doctor.model.standsIn", "doctor.models.none"] as const) {
      expect(english[key], key).toMatch(/no model of your own/i);
      expect(chinese[key], key).toContain("你自己的模型");
    }
  });

  it("say you in Chinese in one way", () => {
    for (const sentence of Object.values(chinese)) expect(JSON.stringify(sentence)).not.toContain("您");
  });

  it("name no command that does not exist", async () => {
    const { commandTable } = await import("../../src/command-table.ts");
    for (const sentence of [...Object.values(english), ...Object.values(chinese)]) {
      for (const [, command = ""] of JSON.stringify(sentence).matchAll(/`kestrel ([a-z]+)/g)) {
        expect(Object.keys(commandTable)).toContain(command);
      }
    }
  });

  it("name commands as they can be typed here", async () => {
    const say = await speaker("en", () => "node dist/kestrel.cjs");
    expect(say("open.none")).toContain("`node dist/kestrel.cjs serve`");
    expect(say("model.ready", { label: "kestrel-nano" })).toBe("Model: kestrel-nano");
  });

  it("name every command so, with or without marks around it, and nothing that a value brings", async () => {
    const program = "node dist/kestrel.cjs";
    for (const language of ["en", "zh-CN"] as const) {
      const say = await speaker(language, () => program);
      const values = new Proxy<Record<string, string>>({}, { get: () => "7", has: () => true });
      for (const key of Object.keys(english) as (keyof typeof english)[]) {
        if (key === "help.typed") continue;
        const said = (say as SayAny)(key, values);
        expect({ key, said }).toEqual({ key, said: expect.not.stringMatching(/(?<![./\w-])kestrel [a-z-]/) });
      }
      const file = "/home/kestrel run/x.toml";
      const written = say("doctor.loadout", { file, typed: `'${file}'` });
      expect(written).toContain(`→ ${program} serve --loadout '${file}'`);
      expect(say("help.typed", { program })).toContain(`\`kestrel\``);
    }
  });

  it("know in both languages every kind of value that the configuration can ask for", async () => {
    const [english, chinese] = [await speaker("en"), await speaker("zh-CN")];
    for (const [kind, schema] of Object.entries(kinds)) {
      const issue = schema.safeParse(Symbol("nothing fits")).error?.issues[0];
      const facts = issue?.code === "custom" ? (issue.params ?? {}) : {};
      const said = [english("error.config_invalid", facts), chinese("error.config_invalid", facts)];
      // A value stands in quotes as it is written; a code never stands bare.
      for (const sentence of said.map((one) => one.replaceAll(/"[^"]*"/g, "")))
        expect({ kind, sentence }).toEqual({
          kind,
          sentence: expect.not.stringMatching(/[a-z]_[a-z]|[{}⟨⟩]/),
        });
      expect(said[0]).toContain("expected ");
    }
  });

  it("say where a mistake stands, what was expected and what to do", async () => {
    const facts = { file: "/a.toml", key: "server.port", line: 2, got: '"x"' };
    const expectation = { expected: "whole_number", least: 0, most: 65_535 };
    const [english, chinese] = [await speaker("en"), await speaker("zh-CN")];
    expect(english("error.config_invalid", { ...facts, ...expectation })).toBe(
      'The configuration is wrong, /a.toml, line 2: `server.port`: expected a whole number from 0 to 65535, got "x". Correct it and start again.',
    );
    expect(chinese("error.config_invalid", { ...facts, ...expectation })).toBe(
      '配置有误：/a.toml，第 2 行，`server.port`：应为 0 到 65535 之间的整数，实际为 "x"。请改正后重新启动。',
    );
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
