import { namedPlaces } from "@kestrel/app/places";
import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";

const places = [
  { url: "https://a.example/v1", key: "A_KEY" },
  { url: "https://b.example/v1" },
  { url: "https://a.example/v1", key: "A_KEY" },
  { url: "https://b.example/v1", key: "B_KEY" },
];

it.each([
  ["en", "sent to https://a.example/v1, https://b.example/v1, nor the value of A_KEY, B_KEY: mine.toml"],
  [
    "zh-CN",
    "没有向 https://a.example/v1, https://b.example/v1 发送任何内容，也没有发送 A_KEY, B_KEY 的值：mine.toml",
  ],
] as const)("a refusal names every place and every key once: %s", async (language, sentence) => {
  const say = await speaker(language);
  expect(say("error.place_unaccepted", { file: "mine.toml", ...namedPlaces(places) })).toContain(sentence);
});

it("and no key where none is sent", () => {
  expect(namedPlaces([{ url: "https://a.example" }])).toEqual({ url: "https://a.example" });
});
