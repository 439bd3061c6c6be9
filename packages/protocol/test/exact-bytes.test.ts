import { exactBytes } from "@kestrel/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("the exact bytes of a call", () => {
  it("are its one command where the arguments say nothing else", () => {
    const subject = { commands: ["npm test"] };
    expect(exactBytes({ arguments: '{ "command": "npm test" }', subject })).toEqual({
      commands: ["npm test"],
    });
  });

  it.each([
    ["another argument", '{"command":"npm test","timeout":900}', ["npm test"]],
    ["the same key twice", '{"command":"rm -rf /","command":"npm test"}', ["npm test"]],
    ["another blank within the command", '{"command":"npm  test"}', ["npm test"]],
    ["several commands", '{"command":"a"}', ["a", "b"]],
    ["no command", "{}", []],
    ["a text that is no JSON", '{"command":"npm test', ["npm test"]],
  ])("are the arguments as well: %s", (_why, bytes, commands) => {
    expect(exactBytes({ arguments: bytes, subject: { commands } })).toEqual({ commands, arguments: bytes });
  });

  it("leave out arguments only where they are that command and blanks", () => {
    const blank = fc.stringMatching(/^[ \n\t]{0,2}$/);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), blank, blank, (asked, shown, before, after) => {
        const bytes = `{${before}"command"${after}:${before}${JSON.stringify(asked)}${after}}`;
        const said = exactBytes({ arguments: bytes, subject: { commands: [shown] } });
        expect(said.arguments).toBe(asked === shown ? undefined : bytes);
        expect(exactBytes({ arguments: bytes, subject: { commands: [asked] } }).arguments).toBeUndefined();
      }),
    );
  });

  it("takes a long text of quotes and backslashes in linear time", () => {
    const bytes = `{"command":"${'\\"'.repeat(200_000)}`;
    const began = performance.now();
    exactBytes({ arguments: bytes, subject: { commands: ["x"] } });
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
