import { describe, expect, it } from "vitest";
import { placesOf, searchTerms, searchWords, snippetOf } from "../src/index.ts";

const found = (wish: string, text: string): boolean => {
  const words = searchWords(text);
  return searchTerms(wish).every((term) => placesOf(term, words).length > 0);
};

describe("the words that a search compares", () => {
  it.each([
    ["timeout", "The Timeout is 90 s."],
    ["time", "The timeout is 90 s."],
    ["cafe", "Le café ferme."],
    ["ｃａｃｈｅ", "the KV cache"],
    ["缓存", "命中缓存之后"],
    ["中缓存", "命中缓存之后"],
    ["缓存 timeout", "缓存的 timeout 太短"],
    ["カタカナ", "これはカタカナです"],
    ["サーバー", "サーバーが落ちた"],
    ["src/app.ts", "edit src/app.ts now"],
    ['"read the file"', "Please read the file."],
    ["naïve über", "An UBER naive idea"],
  ])("finds %s in: %s", (wish, text) => {
    expect(found(wish, text)).toBe(true);
  });

  it.each([
    ["ti", "The timeout"],
    ["缓冲", "命中缓存之后"],
    ["存缓", "命中缓存之后"],
    ['"file the read"', "Please read the file."],
    ["timeout 10", "The timeout is 90 s."],
    ["app/src", "edit src/app.ts now"],
  ])("does not find %s in: %s", (wish, text) => {
    expect(found(wish, text)).toBe(false);
  });

  it("asks for nothing where nothing but signs is written", () => {
    expect(searchTerms('?!  "" —')).toEqual([]);
  });
});

describe("a snippet", () => {
  const shown = (text: string, wish: string) =>
    snippetOf(text, searchTerms(wish))
      ?.map((part) => (part.hit ? `[${part.text}]` : part.text))
      .join("");

  it("marks what was found, on one line", () => {
    expect(shown("The first\n  timeout, and the second TIMEOUT.", "timeout")).toBe(
      "The first [timeout], and the second [TIMEOUT].",
    );
  });

  it("says on both sides that there is more", () => {
    const text = `${"before ".repeat(50)}needle ${"after ".repeat(50)}`;
    expect(shown(text, "needle")).toMatch(/^…before (before ){4}\[needle\] after .* after…$/);
  });

  it("never halves a character", () => {
    const text = `${"😀".repeat(40)}缓存${"漢".repeat(200)}`;
    expect(shown(text, "缓存")).toBe(`…[缓存]${"漢".repeat(120)}…`);
  });

  it("is nothing where the words do not stand", () => {
    expect(shown("something else", "needle")).toBeUndefined();
  });
});
