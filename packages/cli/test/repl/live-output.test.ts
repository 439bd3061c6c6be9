import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { LiveOutput } from "../../src/repl/live-output.ts";

const say = await speaker("en");

it.each([
  [5, ["1", "2", "3", "4", "5"]],
  [6, ["1", "2", "3", "4", "5", "6"]],
  [7, ["3", "4", "5", "6", "7", say("view.outputOf", { shown: 5, total: 7 })]],
])("of %i lines of output five are shown, and none is hidden alone", (count, expected) => {
  const output = new LiveOutput();
  output.add(Array.from({ length: count }, (_, at) => `${at + 1}\n`).join(""));
  expect(output.rows(5, say).map(({ text }) => text.trim())).toEqual(expected);
});
