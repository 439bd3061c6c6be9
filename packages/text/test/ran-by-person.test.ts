import { expect, it } from "vitest";
import { ranByPerson, typedWords, wordsOutsideFences } from "../src/index.ts";

it("tells what the person typed from what their commands wrote", () => {
  const listed = ranByPerson("ls -la", "README.md\ncheck.js", "exit code 0");
  const fenced = ranByPerson("cat a.md\nwc a.md", "```js\nlet a;\n```", "exit code 0");
  expect(listed).toBe("I ran this in the workspace: ls -la\n```\nREADME.md\ncheck.js\n```\nexit code 0");
  expect(typedWords(`What is here?\n\n${listed}\n\n${fenced}`)).toBe("What is here?");
  expect(typedWords(`${listed}`)).toBe("");
  expect(typedWords("Fix check.js\n\n```\nI ran this in the workspace: x\n```")).toContain("Fix check.js");
});

it("reads a long hostile message in the time of its length", () => {
  const message = "\n\nI ran this in the workspace: a\n```\nb".repeat(5_000);
  const before = process.cpuUsage().user;
  typedWords(message);
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(1_000);
});

it("leaves out what stands in fences, as attached files do, also in one that does not close", () => {
  const attached = "see this\n\nnotes.md:\n````\nremember\n```\nthis\n````";
  expect(wordsOutsideFences(attached)).toBe("see this\n\nnotes.md:");
  expect(wordsOutsideFences("one\n```js\ntwo\n```\nthree")).toBe("one\nthree");
  expect(wordsOutsideFences("one\n```\ntwo")).toBe("one");
});
