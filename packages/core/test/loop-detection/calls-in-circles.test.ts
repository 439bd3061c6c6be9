import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const reads = (path: string) => [callsTool("read", { path })];
const still = (content = "const x = 1;") =>
  fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content }) });
const changing = () => {
  let count = 0;
  return fakeTool({
    name: "read",
    risk: "read",
    run: () => ({ outcome: "ok", content: `state ${++count}` }),
  });
};
const change = { path: "a.txt", diff: "", added: 1, removed: 1 };

/** An edit that is free, so that no approval stands in the story. */
const edits = fakeTool({
  name: "edit",
  risk: "read",
  run: () => ({ outcome: "ok", content: "a.txt: +1 -1", changes: [change] }),
});

describe("the same call with the same result", () => {
  it("is advised at the second, a stub at the third and the end of the turn at the fourth", async () => {
    const session = await givenSession({ replies: times(4, () => reads("a.ts")), tools: [still()] });
    await session.says("look");
    const answers = session.bodies("tool.finished");
    expect(answers.map(({ cause }) => cause)).toEqual([undefined, ...times(3, () => "repeated_call")]);
    expect(answers[1]?.content).toMatch(/^const x = 1;\n\[The same call gave the same result before/);
    expect(answers[2]?.content).toMatch(/^\[Unchanged: /);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "doom_loop" }]);
    expect(session.backend.prompts).toHaveLength(4);
  });

  it("is the same however its keys are ordered", async () => {
    const session = await givenSession({
      replies: [
        [callsTool("read", { path: "a", limit: 1 })],
        [callsTool("read", { limit: 1, path: "a" })],
        [says("One line.")],
      ],
      tools: [still()],
    });
    await session.says("look");
    expect(session.bodies("tool.finished").map(({ cause }) => cause)).toEqual([undefined, "repeated_call"]);
  });

  it("is none while the result changes: polling is not a loop", async () => {
    const session = await givenSession({
      replies: [...times(12, () => reads("status.txt")), [says("It is ready.")]],
      tools: [changing()],
    });
    await session.says("wait for it");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(session.bodies("tool.finished").some(({ cause }) => cause)).toBe(false);
  });

  it("begins afresh when a file was changed in between", async () => {
    const round = [reads("a.ts"), [callsTool("edit", { path: "a.ts", old: "1", new: "2" })]];
    const session = await givenSession({
      replies: [...round, reads("a.ts"), [says("Done.")]],
      tools: [still(), edits],
    });
    await session.says("edit");
    expect(session.bodies("tool.finished").some(({ cause }) => cause)).toBe(false);
  });

  it("does not end a turn that learns something new in between", async () => {
    const replies = times(5, (index) => [reads("a.ts"), reads(`b${index}.ts`)]).flat();
    const read = fakeTool({
      name: "read",
      risk: "read",
      run: ({ path }) => ({ outcome: "ok", content: `text of ${path}` }),
    });
    const session = await givenSession({ replies: [...replies, [says("Done.")]], tools: [read] });
    await session.says("compare");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });

  it("is forgiven when the user says something", async () => {
    const session = await givenSession({
      replies: [reads("a.ts"), reads("a.ts"), reads("a.ts"), [says("Well.")], reads("a.ts"), [says("Done.")]],
      tools: [still()],
    });
    await session.says("look");
    await session.says("look again");
    expect(session.bodies("turn.ended").map(({ reason }) => reason)).toEqual(["done", "done"]);
    expect(session.bodies("tool.finished").at(-1)?.content).toBe("const x = 1;");
  });

  it("ends a turn that asks for the same denied thing for ever", async () => {
    const shell = fakeTool({ name: "shell", risk: "execute", run: () => ({ outcome: "ok", content: "" }) });
    const session = await givenSession({
      replies: times(5, () => [callsTool("shell", { command: "rm -r /" })]),
      tools: [shell],
    });
    await session.does({ type: "set-mode", mode: "plan" });
    await session.says("clean");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "doom_loop" }]);
  });
});

describe("calls in turns", () => {
  const undoing = (index: number) => [callsTool("edit", { old: `${index % 2}`, new: `${(index + 1) % 2}` })];

  it("are advised after three rounds of two and ended after four, though every edit changes the file", async () => {
    const session = await givenSession({ replies: times(9, undoing), tools: [edits] });
    await session.says("flip");
    const answers = session.bodies("tool.finished");
    expect(answers.map(({ cause }) => cause)).toEqual([
      ...times(5, () => undefined),
      "call_cycle",
      "call_cycle",
      "call_cycle",
    ]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "doom_loop" }]);
    expect(session.backend.prompts).toHaveLength(8);
  });

  it("are ended after three rounds of three", async () => {
    const session = await givenSession({
      replies: times(10, (index) => [callsTool("edit", { old: `${index % 3}`, new: "x" })]),
      tools: [edits],
    });
    await session.says("flip");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "doom_loop" }]);
    expect(session.backend.prompts).toHaveLength(9);
  });

  it("are none when every round edits something else", async () => {
    const replies = times(12, (index) =>
      index % 2 === 0 ? [callsTool("edit", { old: `${index}`, new: "x" })] : reads("status"),
    );
    const session = await givenSession({
      replies: [...replies, [says("Done.")]],
      tools: [edits, changing()],
    });
    await session.says("work");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(session.bodies("tool.finished").some(({ cause }) => cause)).toBe(false);
  });
});

describe("one error for different arguments", () => {
  const missing = fakeTool({
    name: "read",
    risk: "read",
    run: ({ path }) => ({ outcome: "error", content: `No such file: "${path}". Use search.` }),
  });

  it("is advised at the third and ends the turn at the fifth", async () => {
    const session = await givenSession({
      replies: times(5, (index) => reads(`a${index}.ts`)),
      tools: [missing],
    });
    await session.says("look");
    expect(session.bodies("tool.finished").map(({ cause }) => cause)).toEqual([
      undefined,
      undefined,
      "same_error",
      undefined,
      undefined,
    ]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "same_error" }]);
  });

  it("is none when the tool succeeds in between", async () => {
    const sometimes = fakeTool({
      name: "read",
      risk: "read",
      run: ({ path }) =>
        String(path).includes("2")
          ? { outcome: "ok", content: "here" }
          : { outcome: "error", content: `No such file: "${path}"` },
    });
    const session = await givenSession({
      replies: [...times(5, (index) => reads(`a${index}.ts`)), [says("Found.")]],
      tools: [sometimes],
    });
    await session.says("look");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(session.bodies("tool.finished").some(({ cause }) => cause)).toBe(false);
  });

  it("is none for commands that fail without a word: a search that finds nothing is an answer", async () => {
    const shell = fakeTool({
      name: "shell",
      risk: "read",
      run: () => ({ outcome: "error", content: "exit code 1\n[no output]", exitCode: 1 }),
    });
    const session = await givenSession({
      replies: [...times(6, (index) => [callsTool("shell", { command: `grep ${index} .` })]), [says("No.")]],
      tools: [shell],
    });
    await session.says("is it there?");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });
});
