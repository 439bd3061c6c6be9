import { describe, expect, it } from "vitest";
import { LineMenu } from "../../src/repl/line-menu.ts";

describe("a list below the line", () => {
  it("cuts a long label, and shows what stands behind each", () => {
    const items = ["short", "a message that is far longer than its row"].map((label, at) => ({
      label,
      help: `#${at + 1}`,
      line: label,
    }));
    const rows = new LineMenu("slash", items, "Enter").rows(
      30,
      10,
      (_, text) => text,
      () => "",
    );
    expect(rows).toEqual(["  ▸ short                  #1", "    a message that is fa…  #2", "  Enter"]);
  });
});
