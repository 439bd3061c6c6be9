import { callsTool, fakeShell, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import { givenBridge, turnsIn, type Wish } from "./kit/given-bridge.ts";
import { hello, message, ProgramAtTest } from "./kit/program-at-test.ts";

describe("a program of the user's", () => {
  it("brings messages and takes answers, split as it says", async () => {
    const long = Array.from({ length: 40 }, (_, index) => `Bird ${index} sang.`).join("\n");
    const { program, daemon, state, until } = await givenProgram({ daemon: { replies: [[says(long)]] } });
    await program.until(() => program.heard.length > 0);
    expect(program.heard).toEqual([{ type: "start" }]);
    program.says(hello);
    await until(() => state().state === "up");
    program.says(message("1", "Which birds?"), message("1", "Which birds?"));
    program.says(message("2", "Let me in.", { sender: "eve", chat: "eve" }));
    await program.until(() => program.sent().join("") === long);
    for (const text of program.sent()) expect(text.length).toBeLessThanOrEqual(200);
    expect(program.heard.filter(({ type }) => type === "taken")).toHaveLength(3);
    expect(program.heard.some(({ chat }) => chat === "eve")).toBe(false);
    expect(state()).toMatchObject({ dropped: 1, queue: { in: 0 } });
    expect(await turnsIn(daemon)).toBe(1);
  });

  it("gets the variables that it needs and no others", async () => {
    const { program } = await givenProgram();
    await program.until(() => program.begun.length > 0);
    expect(Object.keys(program.begun[0]?.env ?? {}).sort()).toEqual(["HOME", "PATH"]);
  });

  it("is begun anew where it dies, and told where it stopped; its words are in the state", async () => {
    const details: (string | undefined)[] = [];
    const { program, state, until } = await givenProgram({
      daemon: { replies: [[says("One.")], [says("Two.")]] },
      surroundings: { pause: async () => void details.push(state().detail) },
    });
    program.says(hello, message("1", "First"));
    await program.until(() => program.sent().includes("One."));
    await until(() => state().queue?.out === 0);
    program.dies();
    await program.until(() => program.begun.length === 2 && program.heard.at(-1)?.type === "start");
    expect(program.heard.at(-1)).toEqual({ type: "start", cursor: "1" });
    expect(details[0]).toBe("the program ended (3): Traceback: no such bird");
    program.says(hello, message("1", "First"), message("2", "Second"));
    await program.until(() => program.sent().includes("Two."));
    expect(program.sent().filter((text) => text === "One.")).toHaveLength(1);
    await until(() => state().state === "up");
  });

  it("that answers no send is asked again, and one that refuses is not", async () => {
    const { program } = await givenProgram({ daemon: { replies: [[says("One.")], [says("Two.")]] } });
    program.answers = (line) =>
      line.text === "One." ? { type: "refused", key: line.key, why: "no" } : undefined;
    program.says(hello, message("1", "First"));
    await program.until(() => program.sent().includes("One."));
    program.says(message("2", "Second"));
    await program.until(() => program.sent().includes("Two."));
    program.answers = undefined;
    program.dies();
    await program.until(() => program.begun.length === 2);
    program.says(hello);
    await program.until(() => program.sent().filter((text) => text === "Two.").length === 2);
    expect(program.sent().filter((text) => text === "One.")).toHaveLength(1);
  });

  it.each([
    ["rubbish", "Starting up…\n", "the program wrote a line that is none of the port: Starting up…"],
    ["a line without an end", "x".repeat(1_100_000), "a line is too long"],
    ["a message without a sender", '{"type":"message","key":"1"}\n', "none of the port"],
  ])("that writes %s is stopped with a sentence", async (_, words, detail) => {
    const { program, state, until } = await givenProgram();
    await program.until(() => program.heard.length > 0);
    program.writes(words);
    await until(() => state().state === "parked");
    expect(state()).toMatchObject({ why: "refused", detail: expect.stringContaining(detail) });
    await program.gone();
    expect(program.begun).toHaveLength(1);
  });

  it("that floods has ten messages a minute taken, and its channel goes on", async () => {
    const { program, daemon, state, clock } = await givenProgram({
      daemon: { replies: Array.from({ length: 12 }, () => [says("Yes.")]) },
    });
    program.says(hello);
    for (let count = 0; count < 1_000; count++) program.says(message(String(count), `Flood ${count}`));
    await program.until(() => program.heard.filter(({ type }) => type === "taken").length === 1_000);
    await program.until(() => program.sent().includes("Too many messages. Try again in a minute."));
    expect(program.sent().filter((text) => text.startsWith("Too many"))).toHaveLength(1);
    expect(state().queue?.in ?? 0).toBeLessThanOrEqual(10);
    clock.ms += 61_000;
    program.says(message("after", "/status"));
    await program.until(() => program.sent().some((text) => text.startsWith("small: ready")));
    expect(await turnsIn(daemon)).toBeLessThanOrEqual(10);
  });

  it("that does not end when it is asked to is ended, and what it started too", async () => {
    const { program, state, until, stops } = await givenProgram({}, "stubborn");
    program.says(hello);
    await until(() => state().state === "up");
    await program.until(() => program.begun.length === 2);
    await stops();
    await program.gone();
    expect(program.begun.map(({ begun }) => begun).sort()).toEqual(["helper", "stubborn"]);
  });

  it("cannot answer a question with yes, whatever it presses", async () => {
    const runs: unknown[] = [];
    const tool = { ...fakeShell(runs, "edit"), assess: async () => ({ risk: "edit" as const, reasons: [] }) };
    const { program } = await givenProgram({
      daemon: { replies: [[callsTool("shell", { command: "make" })], [says("Done.")]], tools: [tool] },
      rules: { phone: true },
    });
    program.says(hello, message("1", "Build it."));
    await program.until(() => program.sent().some((text) => text.includes("deny ")));
    const [, signs] = /deny ([a-z2-9]{10})/.exec(program.sent().join("\n")) ?? [];
    program.says(message("2", `allow ${signs}`), message("3", `deny ${signs}`));
    await program.until(() => program.sent().includes("Denied."));
    expect(runs).toEqual([]);
  });
});

/** A channel whose program is a real process that a test speaks through. */
async function givenProgram(wish: Wish = {}, manner = "") {
  const program = await ProgramAtTest.start();
  const environment = { PATH: process.env.PATH ?? "", HOME: import.meta.dirname };
  const bridge = await givenBridge("program", () => program.adapter(environment, manner), wish);
  return Object.assign(bridge, { program });
}
