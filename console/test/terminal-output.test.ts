import { describe, expect, it } from "vitest";
import { ansiRuns } from "../src/transcript/ansi.ts";
import { cutText } from "../src/transcript/long-text.ts";

const plain = (output: string) =>
  ansiRuns(output)
    .map(({ text }) => text)
    .join("");

describe("terminal output", () => {
  it("keeps colours and weight as names of the palette", () => {
    expect(ansiRuns("\u001b[1;32mok\u001b[0m rest")).toEqual([
      { text: "ok", style: "ansi-2 ansi-bold" },
      { text: " rest", style: "" },
    ]);
    expect(ansiRuns("\u001b[38;5;196mred")[0]?.style).toBe("ansi-1");
    expect(ansiRuns("\u001b[38;2;1;2;3;4mlined")[0]?.style).toBe("ansi-underline");
  });

  it("drops everything else a terminal would obey", () => {
    expect(plain("a\u001b[2Jb\u001b]0;title\u0007c\u001b]8;;http://x\u001b\\d\u001b[?25l")).toBe("abcd");
  });

  it("shows what a redrawn line ends with", () => {
    expect(plain("10 %\r50 %\r100 %\ndone\r\n")).toBe("100 %\ndone\n");
  });

  it("hides the middle of what is long, and says how much", () => {
    const lines = Array.from({ length: 500 }, (_, index) => `line ${index}`);
    const cut = cutText(lines.join("\n"));
    expect(cut.hidden).toBe(380);
    expect(cut.head.endsWith("line 29")).toBe(true);
    expect(cut.tail.startsWith("line 410")).toBe(true);
    expect(cutText("short")).toEqual({ head: "short", hidden: 0, tail: "" });
  });
});
