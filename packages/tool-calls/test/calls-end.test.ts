import { describe, expect, it } from "vitest";
import { callsEnd, findCalls, type OpenAITool, type ParseOptions } from "../src/index.ts";
import { allCallCases, toolsOf } from "./call-cases.ts";
import { allowed, expectCost } from "./expect-cost.ts";
import { tools } from "./house-tools.ts";

const reads = ["read", "search"];

/** A reply as it comes in, sign by sign: what of it is heard, and whether it was ended. */
function heard(reply: string, offered: OpenAITool[] = tools, options: ParseOptions = { reads }) {
  const endOf = callsEnd(offered, options);
  for (let length = 1; length <= reply.length; length++) {
    const end = endOf(reply.slice(0, length));
    if (end !== undefined) return { text: reply.slice(0, end), ended: length };
  }
  return { text: reply, ended: undefined };
}

const marked = (name: string, args: object) =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
const fenced = (name: string, args: object) =>
  `\`\`\`json\n${JSON.stringify({ name, arguments: args }, null, 2)}\n\`\`\``;
const edit = marked("edit", { path: "app.ini", old: "80", new: "90" });
const read = marked("read", { path: "app.ini" });
const dream = "I have changed the port. The output of the test is as follows, and all of it passed.";

describe("a reply that goes on behind its call", () => {
  it.each([
    ["a change that begins it", edit, `\n\n${dream}`],
    ["two calls without words between", `${read}\n${edit}`, `\n${dream}`],
    ["a call that reads, behind words", `I look at it first.\n${read}`, `\n${dream}`],
    [
      "a call that reads, in a fence",
      `First the file:\n\n${fenced("read", { path: "a.ts" })}`,
      `\n\n${dream}`,
    ],
    [
      "Chinese words",
      edit,
      "\n我已经把端口从八十改成了九十，然后运行了全部测试，测试都通过了，没有任何错误，现在可以放心使用新的配置。",
    ],
  ])("ends there after forty characters: %s", (_what, calls, words) => {
    const { text, ended } = heard(calls + words);
    expect(text).toBe(calls);
    const blanks = words.length - words.trimStart().length;
    expect(ended).toBe(calls.length + blanks + 40);
  });

  it.each([
    ["few words", `${edit}\nThat changes the port.`],
    [
      "another call behind few words",
      `${read}\nAnd then the other one:\n${marked("read", { path: "b.ini" })}`,
    ],
    ["another call at once", `${edit}\n${edit.replace("app", "b")}`],
    [
      "another call that is not written to its end",
      `${edit}\n<tool_call>\n{"name": "shell", "arguments": {"comm`,
    ],
    [
      "a call that is being written",
      '<tool_call>\n{"name": "write", "arguments": {"path": "a", "content": "}',
    ],
    [
      "a fence that only shows a call",
      `You could write:\n\n${fenced("write", { path: "a", content: "x" })}\n\n${dream}`,
    ],
    [
      "a call that is part of a sentence",
      `${edit} is what the model sends to the program around it, as text.`,
    ],
    ["thoughts that are not over", `<think>I could call\n${read}\nbut ${dream}`],
    ["words alone", `${dream} ${dream}`],
    ["a program", `The function:\n\n\`\`\`js\nread({ path: "a" });\n\`\`\`\n\n${dream}`],
  ])("is heard to its end: %s", (_what, reply) => {
    expect(heard(reply).text).toBe(reply);
  });
});

const calls = (text: string, offered: OpenAITool[], options: ParseOptions) =>
  findCalls(text, offered, { ...options, finishReason: "stop" }).calls;

describe("every recorded and written reply", () => {
  it("makes the same calls where it is ended", () => {
    let ended = 0;
    const fewer = allCallCases.flatMap((one) => {
      const { content, finishReason: _finish, reasoning, ...more } = one.input;
      if (content.length > 20_000 || (reasoning ?? "") !== "") return [];
      const offered = toolsOf(one);
      const options = { reads, ...more };
      const reply = heard(`${content}\n\n${dream}`, offered, options);
      if (reply.ended === undefined) return [];
      ended += 1;
      const whole = calls(`${content}\n\n${dream}`, offered, options);
      const made = calls(reply.text, offered, options);
      expect(made, one.name).toEqual(whole.slice(0, made.length));
      expect(made, one.name).not.toEqual([]);
      return made.length === whole.length ? [] : [one.name];
    });
    // It tells what it will do with each result, and is given the first one.
    expect(fewer).toEqual(["Qwen2.5-Coder 1.5B: a plan with a read and a search in it"]);
    expect(ended).toBeGreaterThan(20);
  });
});

it("costs little in a long answer full of brackets", () => {
  const line = "It calls `read` with {a: 1} and then goes on in a sentence without any sign of a call.\n";
  const answer = line.repeat(300);
  expectCost(() => {
    const endOf = callsEnd(tools, { reads });
    for (let length = 4; length < answer.length; length += 4) endOf(answer.slice(0, length));
  }, allowed);
});
