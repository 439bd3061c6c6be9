import { callsTool, fakeEdit, fakeTool, type Given, givenSession, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

/** A shell whose check fails until so many edits were made. */
const given = async (replies: Given["replies"], more: Partial<Given> = {}, needed = 1) => {
  let edits = 0;
  const ran: unknown[] = [];
  const edit = fakeEdit();
  const tools = [
    {
      ...edit,
      run: async (...args: Parameters<typeof edit.run>) => {
        edits += 1;
        return edit.run(...args);
      },
    },
    fakeTool({
      name: "shell",
      risk: "read",
      parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
      run: ({ command }, { outputLimit }) => {
        ran.push(command);
        const exitCode = edits >= needed ? 0 : 1;
        const content = `exit code ${exitCode}\nafter ${edits} of ${needed}, in ${outputLimit}`;
        return { outcome: exitCode === 0 ? "ok" : "error", content, exitCode };
      },
    }),
  ];
  const session = await givenSession({ replies, tools, traits: { guidance: ["run_check"] }, ...more });
  return { session, ran };
};
const edits = (n: number) => [callsTool("edit", { path: "laps.py", n })];
const done = [says("It is done.")];

describe("a check that the message names in code marks", () => {
  it("is run before the model speaks, and again at the end; green is done", async () => {
    const { session, ran } = await given([edits(1), done]);
    await session.says("`python3 -m unittest` fails. Fix `laps.py`.");
    expect(ran).toEqual(["python3 -m unittest", "python3 -m unittest"]);
    const [first] = session.backend.prompts;
    expect(first?.messages.at(-1)).toMatchObject({
      role: "tool",
      content: expect.stringMatching(/^exit code 1\n/),
    });
    expect(session.bodies("tool.requested").map(({ by }) => by)).toEqual(["kestrel", undefined, "kestrel"]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(session.bodies("context.added").flatMap(({ cause }) => cause ?? [])).toEqual([]);
  });

  it("shows the model what still fails, at most twice, and then the turn is unfinished", async () => {
    const { session, ran } = await given([edits(1), done, edits(2), done, edits(3), done, done, done], {}, 9);
    await session.says("`npm test` fails.");
    expect(ran).toHaveLength(3);
    expect(session.backend.prompts[2]?.messages.at(-1)?.content).toContain("after 1 of 9, in 2000");
    expect(session.bodies("turn.ended")).toMatchObject([
      { reason: expect.stringMatching(/done|unfinished/) },
    ]);
  });

  it("only grows the prompt", async () => {
    const { session } = await given([edits(1), done, edits(2), done], {}, 2);
    await session.says("`npm test` fails.");
    const { prompts } = session.backend;
    for (const [at, prompt] of prompts.slice(1).entries()) {
      const before = prompts[at]?.messages ?? [];
      expect(prompt.messages.slice(0, before.length)).toEqual(before);
    }
  });

  it.each([
    ["a command that is no check", "`rm -rf build` first", {}],
    ["words without marks", "npm test fails", {}],
    ["a plan", "`npm test` fails", { plan: true }],
    ["a model that is not helped so", "`npm test` fails", { traits: {} }],
  ])(
    "is not run by itself: %s",
    async (_name, message, { plan, ...more }: { plan?: boolean; traits?: object }) => {
      const { session, ran } = await given([done], more);
      if (plan) await session.does({ type: "set-mode", mode: "plan" });
      await session.says(message);
      expect(ran).toEqual([]);
    },
  );
});

describe("a check that ran before", () => {
  it("is run at the end where code was changed since", async () => {
    const { session, ran } = await given([[callsTool("shell", { command: "npm test" })], edits(1), done]);
    await session.says("fix it");
    expect(ran).toEqual(["npm test", "npm test"]);
  });
});
