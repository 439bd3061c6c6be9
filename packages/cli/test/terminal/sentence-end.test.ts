import { expect, it } from "vitest";
import { isBetweenSentences, restOfSentence } from "../../src/terminal/sentence-end.ts";

it.each([
  ["It begins ", "here. And", 6],
  ["It is over.", " And", 1],
  ["It was 12", ". Then", 2],
  ["- it", "em\n- next", 3],
  ["这是", "一句。下一句", 3],
  ["Steps:\n1", ". Open the", undefined],
  ["Version 3", ".5 of it", undefined],
  ["a word", " and another", undefined],
])("after %j, of %j so much belongs to the sentence: %j", (before, words, rest) => {
  expect(restOfSentence(before, words)).toBe(rest);
});

it.each([
  ["", true],
  ["All said. ", true],
  ["All said.\n", true],
  ["In the mid", false],
  ["All said.", false],
])("%j is between two sentences: %j", (said, between) => {
  expect(isBetweenSentences(said)).toBe(between);
});
