import {
  callsTool,
  fakeEdit,
  fakeRead,
  fakeShell,
  type Given,
  givenSession,
  notingTool,
  says,
} from "@kestrel/core/testing";
import type { ToolEntry } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { repeatsCall, repeatsChange } from "../../src/loop-detection/repeats-call.ts";

const read = (path: string) => [callsTool("read", { path })];
const done = [says("It is 80.")];

const story = async (replies: Given["replies"], more: Partial<Given> = {}) => {
  const session = await givenSession({
    replies,
    tools: [fakeRead((path) => `text of ${path}`), fakeEdit(), fakeShell([], "read")],
    traits: { guidance: ["repeats"] },
    ...more,
  });
  await session.says("which port?");
  const causes = session.bodies("request.sent").map(({ cause }) => cause);
  return { session, causes, calls: session.bodies("tool.requested").length };
};

describe("a call that was made before", () => {
  it("is not kept: the same prompt is asked again, with more chance", async () => {
    const { session, causes, calls } = await story([read("a.ini"), read("a.ini"), done]);
    expect({ causes, calls }).toEqual({ causes: [undefined, undefined, "repeat"], calls: 1 });
    const { prompts, requests } = session.backend;
    expect(prompts[2]).toEqual(prompts[1]);
    expect(requests.map(({ sampling }) => sampling?.temperature)).toEqual([undefined, undefined, 0.8]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(session.bodies("cache.missed")).toEqual([]);
  });

  it("is sampled twice, each time with another seed, and then runs, and is told as it always was", async () => {
    const { session, causes, calls } = await story([...Array(4).fill(read("a.ini")), done]);
    expect({ causes, calls }).toEqual({
      causes: [undefined, undefined, "repeat", "repeat", undefined],
      calls: 2,
    });
    expect(session.backend.requests.map(({ sampling }) => sampling?.seed)).toEqual([
      undefined,
      undefined,
      1,
      2,
      undefined,
    ]);
    expect(session.bodies("tool.finished").at(-1)).toMatchObject({ cause: "repeated_call" });
  });

  it("becomes a form without that tool where sampling changes nothing, for a model that is led", async () => {
    const finish = [says(JSON.stringify({ name: "finish", arguments: { done: true, why: "It is 80." } }))];
    const { session, causes, calls } = await story([...Array(4).fill(read("a.ini")), finish], {
      traits: { guidance: ["repeats", "form"] },
      answerSchema: true,
    });
    expect({ causes, calls }).toEqual({
      causes: [undefined, undefined, "repeat", "repeat", "ending"],
      calls: 1,
    });
    expect(session.backend.requests.at(-1)?.answerSchema).toMatchObject({
      anyOf: ["edit", "shell", "finish"].map((name) => ({ properties: { name: { const: name } } })),
    });
    expect(session.backend.prompts.at(-1)).toEqual(session.backend.prompts[1]);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
  });

  it.each([
    ["another one", [read("a.ini"), read("b.ini"), done]],
    [
      "one behind a change",
      [read("a.ini"), [callsTool("edit", { path: "a.ini", n: 1 })], read("a.ini"), done],
    ],
    ["one of several", [read("a.ini"), [...read("a.ini"), ...read("b.ini")], done]],
  ])("is kept where it may tell something new: %s", async (_name, replies) => {
    expect((await story(replies)).causes).not.toContain("repeat");
  });

  it("is kept behind a command that may have changed a file, or is one itself", () => {
    const made = (tool: string, risk: ToolEntry["risk"]) =>
      ({ tool, risk, arguments: "{}", status: "ok", changes: [] }) as unknown as ToolEntry;
    const again = [{ tool: "read", arguments: "{}" }];
    expect(repeatsCall([made("read", "read")], again)).toBe(true);
    expect(repeatsCall([made("read", "read"), made("shell", "execute")], again)).toBe(false);
    expect(repeatsCall([made("shell", "execute")], [{ tool: "shell", arguments: "{}" }])).toBe(false);
  });

  it("ends the turn where it is a change that stands, and no check failed since", async () => {
    const write = [callsTool("write", { path: "a.ini" })];
    const changes = [{ path: "a.ini", diff: "", added: 1, removed: 1 }];
    const result = { outcome: "ok" as const, content: "Replaced a.ini.", changes };
    const session = await givenSession({
      replies: [write, write],
      tools: [notingTool([], { name: "write", risk: "edit", result })],
      traits: { guidance: ["repeats"] },
    });
    await session.does({ type: "set-mode", mode: "auto" });
    await session.says("Set the port to 80.");
    expect(session.bodies("tool.requested")).toHaveLength(1);
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    const made = (tool: string, risk: ToolEntry["risk"], more: object = {}) =>
      ({ tool, risk, arguments: "{}", status: "ok", changes: [], ...more }) as unknown as ToolEntry;
    const again = [{ tool: "write", arguments: "{}" }];
    expect(repeatsChange([made("write", "edit"), made("read", "read")], again)).toBe(true);
    expect(repeatsChange([made("write", "edit"), made("shell", "execute")], again)).toBe(false);
    expect(repeatsChange([made("write", "edit", { status: "error" })], again)).toBe(false);
    expect(repeatsChange([made("write", "edit"), made("edit", "edit", { changes })], again)).toBe(false);
  });

  it("is kept for a model that is not helped so", async () => {
    expect((await story([read("a.ini"), read("a.ini"), done], { traits: {} })).causes).not.toContain(
      "repeat",
    );
  });
});
