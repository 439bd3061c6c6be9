import type { ToolEntry } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { resultLines } from "../../src/session-lines/result-lines.ts";

const failed = (content: string) => resultLines({ content, status: "error", arguments: "{}" } as ToolEntry);

it("a failure is told by its first line, and by what that line announces", () => {
  expect(failed("There is no a.py.\nFiles here: b.py")).toEqual(["There is no a.py."]);
  expect(
    failed("That would break the syntax of a.py. In the new text:\nline 2: `(` is never closed\nmore"),
  ).toEqual(["That would break the syntax of a.py. In the new text:", "line 2: `(` is never closed"]);
});
