import { callsTool, givenSession, type ScriptedReply, says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import { limitedRead } from "./limited-read.ts";

const read = limitedRead("read_file");

/** What the model wrote, what enters the history, and what is said to be mended. */
const calls = [
  ["as it should be, with blanks of its own", "read_file", '{ "path" : "a" }', '{ "path" : "a" }', undefined],
  ["another name", "ReadFile", '{"path":"a"}', '{"path":"a"}', ["name"]],
  ["text that does not parse", "read_file", "{'path': 'a'}", '{"path":"a"}', ["json"]],
  [
    "a value of another type",
    "read_file",
    '{"path":"a","limit":"5"}',
    '{"path":"a","limit":5}',
    ["arguments"],
  ],
  ["all at once", "readFile", "{'path': 'a', 'limit': '5'}", '{"path":"a","limit":5}', ["name", "json"]],
] as const;

it.each(calls)("%s", async (_name, tool, written, kept, repairs) => {
  const session = await givenSession({
    replies: [[callsTool(tool, written)], [says("Done.")]],
    tools: [read],
  });
  await session.says("read");
  expect(session.bodies("tool.requested")).toEqual([
    expect.objectContaining({ tool: "read_file", arguments: kept, ...(repairs && { repairs }) }),
  ]);
  if (!repairs) expect(session.bodies("tool.requested")[0]).not.toHaveProperty("repairs");
});

/** A reply that ran out of room inside a call. */
const cutInside: ScriptedReply = [callsTool("read_file", '{"path":"a'), { kind: "done", finish: "length" }];
/** One that ran out of room behind a whole call. */
const cutBehind = (path: string): ScriptedReply => [
  callsTool("read_file", { path }),
  { kind: "done", finish: "length" },
];

describe("replies that run out of room inside a call", () => {
  /** Replies, and how the turn ends: the second cut call is one too many. */
  const turns: readonly (readonly [name: string, replies: readonly ScriptedReply[], reason: string])[] = [
    ["one", [cutInside, [says("In short.")]], "done"],
    ["two", [cutInside, cutInside], "length"],
    ["one inside, one behind a whole call", [cutInside, cutBehind("a"), [says("In short.")]], "done"],
    ["one behind, one inside", [cutBehind("a"), cutInside], "length"],
    ["two behind whole calls", [cutBehind("a"), cutBehind("b"), [says("In short.")]], "done"],
  ];

  it.each(turns)("%s", async (_name, replies, reason) => {
    const session = await givenSession({ replies, tools: [read] });
    await session.says("read");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason }]);
  });
});
