import { callsTool, fakeEdit, fakeTool, type Given, givenSession, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import { claimsIn } from "../../src/completion/contradiction.ts";

describe("a claim in words", () => {
  it.each([
    "I have changed the timeout to 90 seconds.",
    "I've successfully updated `app.ini`.",
    "The median function has been fixed.",
    "The file laps.py was updated to skip empty lines.",
    "已将超时修改为 90 秒。",
    "我已经完成了修改。",
  ])("of a change: %s", (text) => expect(claimsIn(text)).toEqual({ changed: true, tested: false }));

  it.each(["All tests passed.", "I ran it and the unit tests now pass.", "测试全部通过。"])(
    "of a test: %s",
    (text) => expect(claimsIn(text).tested).toBe(true),
  );

  it.each([
    "The timeout is 90 seconds; it is set in app.ini.",
    "I have not changed anything.",
    "I couldn't find what was changed.",
    "Should the file be updated?",
    "If the value was changed, restart the server.",
    "You could say that the tests pass when the rate is fixed.",
    "Backups are created at 02:40 and kept for 14 days.",
    "```\n# the file was updated\n```",
    "没有修改任何文件。",
    "请运行测试。",
    "",
  ])("is none: %s", (text) => expect(claimsIn(text)).toEqual({ changed: false, tested: false }));
});

const shell = fakeTool({
  name: "shell",
  risk: "read",
  parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
  run: ({ command }) => {
    const exitCode = String(command).endsWith("#1") ? 1 : 0;
    return { outcome: exitCode === 0 ? "ok" : "error", content: `exit code ${exitCode}`, exitCode };
  },
});
const refused = { outcome: "error", content: "no such text" } as const;
const refusing = {
  ...fakeTool({ name: "edit", risk: "edit", run: () => refused }),
  assess: async () => ({ risk: "edit", reasons: [], refused }) as const,
};

const ended = async (replies: Given["replies"], more: Partial<Given> = {}) => {
  const session = await givenSession({ replies, tools: [fakeEdit(), shell], ...more });
  await session.says("set the timeout to 90 s");
  const [{ reason, unfinished } = {}] = session.bodies("turn.ended");
  const causes = session.bodies("context.added").flatMap(({ cause }) => cause ?? []);
  return { reason, fact: unfinished?.fact, causes, prompts: session.backend.prompts };
};
const weak = { traits: { guidance: ["claims" as const] } };
const claim = [says("I have changed the timeout to 90 seconds.")];

describe("the end of a turn", () => {
  it("is never done against the log: a claimed change is told as what it is, once, and then the turn is unfinished", async () => {
    const { reason, fact, causes, prompts } = await ended([claim, claim], weak);
    expect({ reason, fact, causes }).toEqual({
      reason: "unfinished",
      fact: "nothing_changed",
      causes: ["claim"],
    });
    expect(prompts[1]?.messages.at(-1)?.content).toBe(
      'No file has changed in this turn. The request was: "set the timeout to 90 s" Call edit or write.',
    );
  });

  it("is done where the model makes it true, takes it back, or a change is in the log", async () => {
    const edit = [callsTool("edit", { path: "app.ini", n: 1 })];
    expect(await ended([claim, edit, claim], weak)).toMatchObject({ reason: "done", causes: ["claim"] });
    expect(await ended([claim, [says("It is not done.")]], weak)).toMatchObject({ reason: "done" });
    expect(await ended([edit, claim], weak)).toMatchObject({ reason: "done", causes: [] });
  });

  it("does not judge by words for a model that nobody calls weak", async () => {
    expect(await ended([claim])).toMatchObject({ reason: "done", causes: [] });
  });

  it("names a test that did not run", async () => {
    const tested = [says("All tests passed.")];
    expect(await ended([tested, tested], weak)).toMatchObject({ reason: "unfinished", fact: "no_test_ran" });
    const ran = [callsTool("shell", { command: "npm test" })];
    expect(await ended([ran, tested], weak)).toMatchObject({ reason: "done" });
  });

  it("is unfinished for every model whose last check fails, or whose one edit was refused", async () => {
    const failing = [
      [callsTool("edit", { path: "a.ts", n: 1 })],
      [callsTool("shell", { command: "npm test #1" })],
      [says("Good.")],
      [says("Good.")],
    ];
    expect(await ended(failing)).toMatchObject({ reason: "unfinished", fact: "failed_check" });
    const missed = [[callsTool("edit", { path: "a.ini" })], [says("Good.")], [says("Good.")]];
    expect(await ended(missed, { tools: [refusing] })).toMatchObject({
      reason: "unfinished",
      fact: "failed_edit",
    });
  });

  it("is honest where no step is left, too", async () => {
    expect(await ended([claim], { ...weak, maxSteps: 1 })).toMatchObject({
      reason: "unfinished",
      causes: [],
    });
  });
});
