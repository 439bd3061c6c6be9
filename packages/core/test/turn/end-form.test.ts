import {
  callsTool,
  fakeEdit,
  fakeRead,
  fakeTool,
  type Given,
  givenSession,
  says,
} from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const form = (name: string, args: object) => [says(JSON.stringify({ name, arguments: args }))];
const finish = (done: boolean, why = "") => form("finish", { done, why });

const shell = fakeTool({
  name: "shell",
  risk: "read",
  parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
  run: () => ({ outcome: "ok", content: "exit code 0", exitCode: 0 }),
});

const story = async (replies: Given["replies"], more: Partial<Given> = {}) => {
  const session = await givenSession({
    replies,
    tools: [fakeRead((path) => `text of ${path}`), fakeEdit()],
    traits: { guidance: ["form", "claims"] },
    answerSchema: true,
    ...more,
  });
  await session.says("set the port to 90");
  return {
    session,
    causes: session.bodies("request.sent").map(({ cause }) => cause),
    reminders: session.bodies("context.added").map(({ cause }) => cause),
    end: session.bodies("turn.ended")[0],
    words: [...session.session.state().timeline].flatMap((one) => (one.kind === "reply" ? [one.text] : [])),
  };
};

describe("a reply that is neither a call nor an answer", () => {
  it("is asked for as a form, by the same prompt, where it is empty", async () => {
    const edit = { path: "app.ini", n: 1 };
    const { session, causes, reminders, end } = await story([
      [says("")],
      form("edit", edit),
      [says("The port is 90.")],
    ]);
    expect({ causes, reminders }).toEqual({ causes: [undefined, "ending", undefined], reminders: [] });
    const { prompts, requests } = session.backend;
    expect(prompts[1]).toEqual(prompts[0]);
    expect(requests[1]).toMatchObject({ toolChoice: "none", reasoningTokens: 0 });
    expect(requests[1]?.answerSchema).toMatchObject({
      anyOf: ["read", "edit", "finish"].map((name) => ({ properties: { name: { const: name } } })),
    });
    expect(session.bodies("tool.requested")).toMatchObject([{ tool: "edit", recovered: "schema" }]);
    expect(end).toMatchObject({ reason: "done" });
    expect(session.bodies("cache.missed")).toEqual([]);
  });

  it("is asked for so where words follow a reminder, and those words are gone once there is a call", async () => {
    const { causes, reminders, words, end } = await story([
      [says("I have changed the port to 90.")],
      [says("Yes, I changed it.")],
      form("edit", { path: "app.ini", n: 1 }),
      [says("Done now.")],
    ]);
    expect(causes).toEqual([undefined, undefined, "ending", undefined]);
    expect(reminders).toEqual(["claim"]);
    expect(words).toEqual(["I have changed the port to 90.", "", "", "Done now."]);
    expect(end).toMatchObject({ reason: "done" });
  });

  // Replies of Qwen2.5-Coder-1.5B at ordinary work.
  it.each<[string, string]>([
    [
      "a tool as a command in a fence",
      '### Step 1\n\n```bash\nread "README.md" --offset 1 --limit 200\n```\n\nThe result is 200 lines.',
    ],
    [
      "a call told in prose and cut",
      'The function `read` was called with the arguments `{"path": "guide.md", "limit": "20',
    ],
  ])("is asked for so where the words hold %s", async (_, spoken) => {
    const { session, causes, end } = await story([
      [says(spoken)],
      form("read", { path: "a.md" }),
      [says("It is 80.")],
    ]);
    expect(causes).toEqual([undefined, "ending", undefined]);
    expect(session.bodies("tool.requested")).toMatchObject([{ tool: "read", recovered: "schema" }]);
    expect(end).toMatchObject({ reason: "done" });
  });

  it("ends where it makes up the result of a call: nothing of that is kept", async () => {
    const { session, causes, words } = await story([
      [says("<tool_resp"), says("onse>\nThe edit changes "), says("nothing.\n</tool_response>")],
      form("edit", { path: "app.ini", n: 1 }),
      [says("The port is 90.\n<tool_response>\nok\n</tool_response>")],
    ]);
    expect(causes).toEqual([undefined, "ending", undefined]);
    expect(words).toEqual(["", "", "The port is 90."]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });

  it("goes on where the server reads its call, and where the mark is text of a file", async () => {
    const call = {
      kind: "call-written" as const,
      index: 0,
      name: "edit",
      arguments: '{"path":"app.ini","n":1}',
    };
    const { session } = await story([
      [call, says("So:\n<tool_response>\nok"), callsTool("edit", { path: "app.ini", n: 1 })],
      [says("A template:\n```\n<tool_response>\n```\nThe port is 90.")],
    ]);
    expect(session.bodies("tool.requested")).toMatchObject([{ tool: "edit" }]);
    const words = [...session.session.state().timeline].flatMap((one) =>
      one.kind === "reply" ? [one.text] : [],
    );
    expect(words.at(-1)).toContain("The port is 90.");
  });

  it("stays the answer where the model is done, and the log knows nothing against it", async () => {
    const { words, end } = await story([
      [says("Now I will look at app.ini:")],
      [says("It is 80.")],
      finish(true, "answered"),
    ]);
    expect(words.at(-1)).toBe("It is 80.");
    expect(end).toMatchObject({ reason: "done" });
  });

  it("is its reason where it said nothing else", async () => {
    const { words, end } = await story([[says("")], finish(true, "The port is 90 already.")]);
    expect(words.at(-1)).toBe("The port is 90 already.");
    expect(end).toMatchObject({ reason: "done" });
  });

  it("ends the turn as unfinished where the log knows better, or the model says so itself", async () => {
    const claims = [[says("I have changed the port to 90.")], [says("I changed the port to 90.")]];
    expect((await story([...claims, finish(true, "changed")])).end).toMatchObject({
      reason: "unfinished",
      unfinished: { fact: "nothing_changed" },
    });
    expect((await story([[says("")], finish(false, "there is no app.ini")])).end).toMatchObject({
      reason: "unfinished",
      unfinished: { fact: "said_so", why: "there is no app.ini" },
    });
    expect((await story([[says("")], finish(false)])).end?.unfinished).toEqual({ fact: "said_so" });
  });

  it("is asked for so once a turn; then it is told in words", async () => {
    const { causes, reminders } = await story([
      [says("")],
      form("read", { path: "app.ini" }),
      [says("")],
      [says("It is 80.")],
    ]);
    expect(causes).toEqual([undefined, "ending", undefined, undefined]);
    expect(reminders).toEqual(["empty_reply"]);
  });

  it("ends the turn behind a change, where the form has asked", async () => {
    const { causes, reminders } = await story(
      [
        [callsTool("edit", { path: "a.ts", n: 1 })],
        [says("")],
        form("read", { path: "app.ini" }),
        [says("")],
      ],
      { tools: [fakeEdit(), fakeRead(() => "port = 80")] },
    );
    expect(causes).toEqual([undefined, undefined, "ending", undefined]);
    expect(reminders).toEqual([]);
  });

  it("stands as it was spoken where the form came back without sense", async () => {
    const { words, reminders } = await story([
      [says("Now I will look at app.ini:")],
      [says("It is 80.")],
      [says("{}")],
    ]);
    expect({ last: words.at(-1), reminders }).toEqual({ last: "It is 80.", reminders: ["promise"] });
  });

  it.each<[string, Partial<Given>]>([
    ["a model that is not led", { traits: {} }],
    ["a server that holds no reply to a schema", { answerSchema: false }],
  ])("is told in words to %s", async (_who, more) => {
    const { causes, reminders } = await story([[says("")], [says("It is 80.")]], more);
    expect({ causes, reminders }).toEqual({ causes: [undefined, undefined], reminders: ["empty_reply"] });
  });

  it("is an answer behind the wish for a check: there may be none", async () => {
    const { causes, reminders } = await story(
      [[callsTool("edit", { path: "a.ts", n: 1 })], [says("Changed.")], [says("There is no check.")]],
      { tools: [fakeEdit(), shell] },
    );
    expect({ causes, reminders }).toEqual({ causes: Array(3).fill(undefined), reminders: ["unverified"] });
  });
});
