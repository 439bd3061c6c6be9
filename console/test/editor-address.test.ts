import { describe, expect, it } from "vitest";
import { editorAddress } from "../src/features/review/editor-address.ts";

const here = "http://127.0.0.1:7575";

describe("the address that opens a file in an editor", () => {
  it.each([
    ["src/a b.ts", "vscode://file/home/ada/shop/src/a%20b.ts:3"],
    ["/srv/notes/plan.md", "vscode://file/srv/notes/plan.md:3"],
    ["D:\\notes\\plan.md", "vscode://file/D:/notes/plan.md:3"],
  ])("names %s where it is", (path, address) => {
    expect(editorAddress("vscode", { workspace: "/home/ada/shop", path, line: 3 }, here)).toBe(address);
  });
});
