import { callsTool, fakeEdit, fakeTool, type Given, givenSession, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const command = { type: "object", properties: { command: { type: "string" } }, required: ["command"] };

const edit = fakeEdit();

/** A shell whose commands end with the code that they name last: `npm test #1`. */
let runs = 0;
const shell = fakeTool({
  name: "shell",
  risk: "read",
  parameters: command,
  run: ({ command: line }) => {
    const exitCode = Number(/#(\d)$/.exec(String(line))?.[1] ?? 0);
    const outcome = exitCode === 0 ? "ok" : "error";
    return { outcome, content: `exit code ${exitCode}\nrun ${++runs}`, exitCode };
  },
});

const edits = (path: string, n = 1) => [callsTool("edit", { path, n })];
const does = (line: string) => [callsTool("shell", { command: line })];
const done = [says("It is done.")];

const worked = async (replies: Given["replies"], more: Partial<Given> = {}, reason = "done") => {
  const session = await givenSession({ replies, tools: [edit, shell], ...more });
  await session.says("mend it");
  expect(session.bodies("turn.ended")).toMatchObject([{ reason }]);
  expect(session.backend.prompts).toHaveLength(replies.length);
  return { session, causes: session.bodies("context.added").flatMap(({ cause }) => cause ?? []) };
};

describe("changed code", () => {
  it("that was not checked is asked about, once", async () => {
    const { session, causes } = await worked([edits("a.ts"), done, done]);
    expect(causes).toEqual(["unverified"]);
    expect(session.backend.prompts[2]?.messages.at(-1)?.content).toContain("a.ts");
  });

  it("of a led model has its check named in the answer, in place of the reminder, once", async () => {
    const replies = [does("npm test"), edits("a.ts"), edits("b.ts"), done];
    const { session, causes } = await worked(replies, { traits: { guidance: ["advice"] } });
    expect(causes).toEqual([]);
    expect(session.bodies("tool.finished").map(({ cause, content }) => ({ cause, content }))).toMatchObject([
      {},
      {
        cause: "unverified",
        content: 'Edited a.ts 1.\nNot tested yet: call shell with {"command":"npm test"}',
      },
      { cause: undefined, content: "Edited b.ts 1." },
    ]);
  });

  it.each([
    ["where no check is known", [edits("a.ts"), done], []],
    ["behind what is no code", [does("npm test"), edits("a.md"), done], []],
  ])("is told nothing in its answer %s", async (_name, replies, reminded) => {
    const { session, causes } = await worked(replies, { traits: { guidance: ["advice"] } });
    expect(causes).toEqual(reminded);
    expect(session.bodies("tool.finished").some(({ content }) => content.includes("Not tested"))).toBe(false);
  });

  it.each([
    ["a check that passed", [edits("a.ts"), does("npm test"), done]],
    ["a check whose code is lost in a pipe", [edits("a.ts"), does("npm test | tail"), done]],
    [
      "a failed check that was mended",
      [edits("a.ts"), does("npm test #1"), edits("a.ts", 2), does("npm test"), done],
    ],
    ["prose", [edits("README.md"), done]],
    ["data", [edits("data.json"), edits("Cargo.toml"), done]],
    ["only commands", [does("npm test #1"), done]],
  ])("is not asked about after %s", async (_name, replies) => {
    expect((await worked(replies)).causes).toEqual([]);
  });

  it.each([
    ["looking around is no check", [edits("a.ts"), does("ls build"), done, done]],
    ["a check before the edit does not count", [does("npm test"), edits("a.ts"), done, done]],
    ["nor one before the last edit", [edits("a.ts"), does("npm test"), edits("b.py"), done, done]],
  ])("is asked about: %s", async (_name, replies) => {
    expect((await worked(replies)).causes).toEqual(["unverified"]);
  });

  it("whose check failed is asked about, once", async () => {
    const { session, causes } = await worked(
      [edits("a.ts"), does("npm test #1"), done, done],
      {},
      "unfinished",
    );
    expect(causes).toEqual(["failed_check"]);
    expect(session.backend.prompts[3]?.messages.at(-1)?.content).toMatch(/npm test #1.*exit code 1/);
  });

  it("goes up the ladder once: unchecked, then failed, then the turn ends as unfinished", async () => {
    const replies = [edits("a.ts"), done, does("npm test #1"), done, done];
    const { causes } = await worked(replies, {}, "unfinished");
    expect(causes).toEqual(["unverified", "failed_check"]);
  });

  it("is not asked about twice in a session whose folder has no check", async () => {
    const session = await givenSession({
      replies: [edits("a.ts"), done, [says("There is none.")], edits("b.ts"), done],
      tools: [edit, shell],
    });
    await session.says("one");
    await session.says("two");
    expect(session.bodies("context.added").flatMap(({ cause }) => cause ?? [])).toEqual(["unverified"]);
  });

  it("is asked about in every turn of a session that has a check", async () => {
    const session = await givenSession({
      replies: [edits("a.ts"), does("npm test"), done, edits("b.ts"), done, does("npm test"), done],
      tools: [edit, shell],
    });
    await session.says("one");
    await session.says("two");
    expect(session.bodies("context.added").flatMap(({ cause }) => cause ?? [])).toEqual(["unverified"]);
  });

  it("is not asked about where nothing can run, nor when no step is left", async () => {
    expect((await worked([edits("a.ts"), done], { tools: [edit] })).causes).toEqual([]);
    expect((await worked([edits("a.ts"), done], { maxSteps: 2 })).causes).toEqual([]);
  });

  it("is not asked about when the user denied the check", async () => {
    const asking = fakeTool({
      name: "shell",
      risk: "execute",
      parameters: command,
      run: () => ({ outcome: "ok", content: "" }),
    });
    const session = await givenSession({
      replies: [edits("a.ts"), does("npm test"), done],
      tools: [edit, asking],
    });
    const turn = session.says("mend it");
    const { callId, digest } = await session.until("approval.requested");
    await session.does({ type: "deny", callId, digest });
    await turn;
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });
});

describe("an edit that came to nothing", () => {
  const refusing = fakeTool({
    name: "edit",
    risk: "edit",
    run: () => ({ outcome: "ok", content: "" }),
  });
  const refused = { outcome: "error", content: "Read it first." } as const;
  const tool = { ...refusing, assess: async () => ({ risk: "edit", reasons: [], refused }) as const };

  it("is named once when the model says that it is done", async () => {
    const { causes } = await worked([edits("a.md"), done, done], { tools: [tool] }, "unfinished");
    expect(causes).toEqual(["failed_edit"]);
  });
});

describe("a plan", () => {
  const todo = fakeTool({
    name: "todo",
    risk: "read",
    run: ({ open }) => ({ outcome: "ok", content: "noted", openItems: open as string[] }),
  });
  const plans = (...open: string[]) => [callsTool("todo", { open })];

  it("with open items holds the turn back once", async () => {
    const { session, causes } = await worked([plans("write it"), done, done], { tools: [todo] });
    expect(causes).toEqual(["open_items"]);
    expect(session.backend.prompts[2]?.messages.at(-1)?.content).toContain("- write it");
  });

  it("that is finished does not", async () => {
    expect((await worked([plans("write it"), plans(), done], { tools: [todo] })).causes).toEqual([]);
  });

  it("of an earlier turn does not", async () => {
    const session = await givenSession({
      replies: [plans("write it"), done, done, [says("Hello.")]],
      tools: [todo],
    });
    await session.says("plan");
    await session.says("hello");
    expect(session.backend.prompts).toHaveLength(4);
  });
});

describe("the user's own rule", () => {
  it("holds the turn back with its reason until it is content", async () => {
    const answers = ["lint fails", undefined];
    const stopHook = {
      ask: async () => {
        const blocked = answers.shift();
        return blocked === undefined ? undefined : { blocked };
      },
    };
    const { session, causes } = await worked([done, done], { stopHook });
    expect(causes).toEqual(["stop_hook"]);
    expect(session.backend.prompts[1]?.messages.at(-1)?.content).toContain("lint fails");
  });

  const nineAnswers = Array.from({ length: 9 }, (_, index) => [says(`Answer ${index}.`)]);

  it("that is never content has spoken after eight times, and the turn is not done", async () => {
    const stopHook = { ask: async () => ({ blocked: "no" }) };
    const session = await givenSession({ replies: nineAnswers, stopHook });
    await session.says("mend it");
    expect(session.bodies("context.added").map((body) => body.cause)).toEqual(Array(8).fill("stop_hook"));
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "stop_command" }]);
  });

  it("that is content with the ninth answer lets the turn end well", async () => {
    let asked = 0;
    const stopHook = { ask: async () => (++asked > 8 ? undefined : { blocked: "no" }) };
    const { session, causes } = await worked(nineAnswers, { stopHook });
    expect(causes).toHaveLength(8);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });

  it("that cannot be asked is told once, and the turn ends; not where nothing runs anyway", async () => {
    const stopHook = { ask: async () => ({ unrun: "npm test: there is no sandbox" }) };
    const { session, causes } = await worked([done, done], { stopHook });
    expect(causes).toEqual(["stop_hook"]);
    expect(session.backend.prompts[1]?.messages.at(-1)?.content).toBe(
      "The user's own check did not run.\nnpm test: there is no sandbox",
    );
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);

    const planning = await givenSession({ replies: [[says("Here is how.")]], stopHook });
    await planning.does({ type: "set-mode", mode: "plan" });
    await planning.says("plan it");
    expect(planning.backend.prompts).toHaveLength(1);
  });

  it("is not asked about a turn that did not end well", async () => {
    const asked: unknown[] = [];
    const session = await givenSession({
      replies: [[], [], []],
      stopHook: { ask: async (turn) => void asked.push(turn) as undefined },
    });
    await session.says("hello");
    expect(asked).toEqual([]);
  });
});
