import { expect, it } from "vitest";
import { lex } from "../src/markdown/index.ts";

const rawOf = (text: string) =>
  lex(text)
    .map(({ raw }) => raw)
    .join("");

it.each(["> ", "- ", "1. ", ">- ", "[", "**a ", "*a **b ", "[a](", "~~a *b "])(
  "what is nested without end is words from a depth on: %s",
  (mark) => {
    const text = `${mark.repeat(5_000)}end`;
    expect(rawOf(text)).toBe(text);
  },
);

it.each(["_a*", "<a@", "\\(", "![", "**a", "$a "])(
  "a paragraph of signs is read as words, not looked through for each: %s",
  (mark) => {
    const [paragraph] = lex(mark.repeat(4_000)) as { tokens: { type: string }[] }[];
    expect(paragraph?.tokens.map(({ type }) => type)).toEqual(["text"]);
  },
);

it.each([
  ["npm install -g npm@11.21.2", 0],
  ["<npm@11.21.2>", 0],
  ["logo@2x.png and getty@tty1.service", 0],
  ["git clone git@github.com:team/tool.git", 0],
  ["ssh ada@example.com/", 1],
  ["write to ada@example.org.", 1],
  ["<ada@example.org>", 1],
])("mail is what surely is: %s", (text, links) => {
  const [paragraph] = lex(text) as { tokens: { type: string; raw: string }[] }[];
  expect(paragraph?.tokens.filter(({ type }) => type === "link")).toHaveLength(links);
  expect(paragraph?.tokens.map(({ raw }) => raw).join("")).toBe(text);
});

it("a long paragraph keeps its emphasis", () => {
  const text = "Some *words* with `code` and [a link](https://e.x). ".repeat(40);
  const [paragraph] = lex(text) as { tokens: { type: string }[] }[];
  expect(paragraph?.tokens.filter(({ type }) => type === "em")).toHaveLength(40);
});
