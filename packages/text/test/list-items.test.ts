import { expect, it } from "vitest";
import { listItems } from "../src/index.ts";

const contents = (text: string) => listItems(text).map(({ content }) => content);

it("reads each item of a list as one text, however it is wrapped and marked", () => {
  const text = [
    "# Memory",
    "",
    "Prose is no item.",
    "- The build needs",
    "  Bazel 7, and",
    "  nothing else.",
    "* Tea is oolong.",
    "+ Ports are even.",
    "1. First make,",
    "then test.",
    "2) Then deploy.",
    "   - Below it: ask Ada.",
    "",
    "Prose again.",
    "- Before a heading",
    "## Next",
    "- Before a fence",
    "```yaml",
    "- key: value",
    "```",
    "after the fence",
    "- - -",
    "* * *",
    "-no item",
    "1.no item",
  ].join("\n");
  expect(listItems(text)).toEqual([
    { line: 4, content: "The build needs Bazel 7, and nothing else." },
    { line: 7, content: "Tea is oolong." },
    { line: 8, content: "Ports are even." },
    { line: 9, content: "First make, then test." },
    { line: 11, content: "Then deploy." },
    { line: 12, content: "Below it: ask Ada." },
    { line: 15, content: "Before a heading" },
    { line: 17, content: "Before a fence" },
  ]);
  expect(contents(text.replaceAll("\n", "\r\n"))).toEqual(contents(text));
});

it.each([
  ["blanks behind a mark", `-${" ".repeat(400_000)}x`],
  ["marks", "- ".repeat(200_000)],
  ["digits", "1".repeat(400_000)],
  ["short lines", "- a\nb\n".repeat(60_000)],
  ["fences", "```\n".repeat(80_000)],
])("is linear in a text of many %s", (_, text) => {
  const began = performance.now();
  listItems(text);
  expect(performance.now() - began).toBeLessThan(2_000);
});
