import { describe, expect, it } from "vitest";
import { CommandFailure } from "../../src/failure-of.ts";
import { speaker } from "../../src/i18n/say.ts";
import { lostLines } from "../../src/repl/lost-lines.ts";

const say = await speaker("en", () => "kestrel");
const paint = (_: string, text: string) => text;
const told = (error: unknown, other?: number) =>
  lostLines(error, { pid: 7, other, unsent: ["half a thought"], say, paint }).join("\n");

describe("a dialogue whose daemon is gone", () => {
  it("says so, what was not sent, and how to go on", () => {
    const lines = told(new CommandFailure("unreachable", { url: "http://127.0.0.1:1" }));
    expect(lines).toMatch(/^Kestrel \(pid 7\) has ended\.\nNot sent: half a thought\nTo go on .*kestrel -c/);
  });

  it("does not blame its token when another daemon stands at the address", () => {
    const lines = told(new CommandFailure("unauthorized"), 9);
    expect(lines).toContain("Kestrel (pid 7) has ended.");
    expect(lines).toContain("Another one runs already (pid 9).");
    expect(lines).not.toContain("token");
    expect(lines).toMatch(/To go on .*kestrel -c/);
  });

  it("says what it is told where that is nothing of the kind", () => {
    expect(told(new CommandFailure("unauthorized"))).toContain("does not know this token");
  });
});
