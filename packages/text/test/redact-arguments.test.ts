import { expect, it } from "vitest";
import { redactArguments } from "../src/index.ts";

const written = (content: unknown) => JSON.stringify({ path: "a.json", content: JSON.stringify(content) });

it("what a name announces goes from arguments at every depth, and all else stays as it was", () => {
  const content = {
    password: "hunter2 secret",
    deep: [{ "x-api-key": "zz9", clientSecret: { value: "abc", version: 2 } }],
    tokens: ["one", "two"],
    pin: 1234,
    max_tokens: 4096,
    tokenizer: "qwen3",
  };
  const clean = redactArguments(written(content));
  expect(JSON.parse(JSON.parse(clean).content)).toEqual({
    password: "[left out]",
    deep: [{ "x-api-key": "[left out]", clientSecret: { value: "[left out]", version: "[left out]" } }],
    tokens: ["[left out]", "[left out]"],
    pin: "[left out]",
    max_tokens: 4096,
    tokenizer: "qwen3",
  });
});

it("each byte stays where nothing is left out", () => {
  const text = '{ "n": 12345678901234567890, "s": "\\u0041\\/", "a" : [1e400, {}], "a": null }';
  expect(redactArguments(text)).toBe(text);
  expect(redactArguments("just words")).toBe("just words");
});

it("a text in arguments is read as the text it is", () => {
  const key = `ghp_${"9kLm".repeat(9)}`;
  const clean = redactArguments(JSON.stringify({ content: `a\n${key}\npassword = 'hunter2 x'\n`, [key]: 1 }));
  expect(clean).not.toMatch(/9kLm|hunter2/);
  expect(JSON.parse(clean).content).toBe("a\n[left out]\npassword = '[left out]'\n");
});

it.each(["{", "["])("arguments that are cut or damaged lose the same: %s", (opening) => {
  const whole = `${opening}"password": "hunter2 secret", ${written({ api_key: "zz9 secret value" }).slice(1)}`;
  for (let end = whole.length; end > 30; end -= 7) {
    const clean = redactArguments(whole.slice(0, end));
    expect(clean).not.toContain("hunter2");
    expect(clean.replace(/zz?9?$/, "")).not.toContain("zz9 secret v");
  }
});

it("what is no JSON is read as text, whatever it begins with", () => {
  expect(redactArguments("[12 lines left out]\npassword: hunter2secret")).toBe(
    "[12 lines left out]\npassword: [left out]",
  );
  expect(redactArguments('{"a": 1} password: hunter2secret')).toBe('{"a": 1} password: [left out]');
});
