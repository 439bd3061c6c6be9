import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import { expect, it } from "vitest";
import { judgeSummary, type SpokenSummary } from "../../../src/context/compaction/judge-summary.ts";

const read = fakeTool({
  name: "read",
  risk: "read",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  run: () => ({ outcome: "ok", content: "text" }),
});

async function judged(task: string, spoken: Partial<SpokenSummary>) {
  const session = await givenSession({
    replies: [[callsTool("read", { path: "src/harbour.ts" })], [says("Read.")]],
    tools: [read],
  });
  await session.says(task);
  const whole = { text: "", finish: "stop" as const, calls: 0, circling: false, ...spoken };
  return judgeSummary(whole, session.session.state(), session.session.state().timeline.length);
}

const task = "Rename the flag --harbour to --port in the command line and its tests";
const good =
  "## Task\nRename the flag --harbour to --port everywhere, its tests included.\n## Next steps\nRun the tests.";

it.each([
  ["good notes", { text: good }, undefined],
  ["good notes that ran into their limit", { text: good, finish: "length" }, undefined],
  ["nothing", { text: "  \n" }, "empty"],
  [
    "a form that was not filled in",
    { text: "## Task\n\n## Constraints\n\n## Decisions\n\n## Files\n" },
    "empty",
  ],
  ["a word", { text: "Understood." }, "empty"],
  ["the same again and again", { text: `${good}\n${"I will run the tests now.\n".repeat(12)}` }, "repeating"],
  ["a stream that was cut for going in circles", { text: good, circling: true }, "repeating"],
  [
    "another task",
    { text: "## Task\nBake a cake with plums, sugar and a pound of flour, then wash the dishes." },
    "lost_task",
  ],
  ["a call that the server heard", { text: "", calls: 1 }, "not_words"],
  [
    "a call in words",
    { text: `${good}\n<tool_call>{"name": "read", "arguments": {"path": "a"}}</tool_call>` },
    "not_words",
  ],
  ["a server that failed", { text: good, finish: "failed" }, "failed"],
] as const)("%s", async (_, spoken, refused) => {
  expect(await judged(task, spoken)).toBe(refused);
});

it("notes in another language than the task count when they name a file of the work", async () => {
  const text =
    "## 任务\n把命令行的标志改名，并更新测试。\n## 文件\nsrc/harbour.ts 已经读过，还没有改动，下一步是修改它然后运行全部测试。这里还有更多的内容要写下来，以便之后继续。";
  expect(await judged(task, { text })).toBeUndefined();
  expect(await judged("把命令行的标志改名", { text: text.replace("src/harbour.ts", "") })).toBeUndefined();
});
