import { expect, it } from "vitest";
import { meantRule } from "../../src/permissions/meant-rule.ts";

it.each([
  ["comand: npm", "command: npm"],
  ["npm test *", "command: npm test *"],
  ["hots: *.example.org", "host: *.example.org"],
])("%s was meant as %s", (text, rule) => {
  expect(meantRule(text)).toBe(rule);
});
