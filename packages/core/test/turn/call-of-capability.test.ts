import { catalogOf } from "@kestrel/core";
import {
  callsTool,
  fakeSource,
  fakeTool,
  givenSession,
  type ScriptedReply,
  says,
} from "@kestrel/core/testing";
import { expect, it } from "vitest";

const read = fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: "one" }) });
const skills = fakeSource({
  kind: "skill",
  has: { "pdf-forms": "Fill forms.\nRun fill.py.", edit: "Of ours." },
});
const servers = fakeSource({
  kind: "server",
  has: { github: "Issues", "my-files": "Files", "my-files/read__all": "read__all()" },
});
const catalog = catalogOf([skills, servers]);
const issue = { name: "github/create_issue", action: "call", arguments: { title: "x" } };

/** The function name a model wrote, and what `use` is given. */
const rows = [
  ["github__create_issue", issue],
  ["mcp__github__create_issue", issue],
  ["github/create_issue", issue],
  ["github.create_issue", issue],
  ["mcp__my_files__read__all", { name: "my-files/read__all", action: "call", arguments: { title: "x" } }],
  ["pdf_forms", { name: "pdf-forms", action: "describe" }],
  ["pdf-forms", { name: "pdf-forms", action: "describe" }],
] as const;

async function requested(reply: ScriptedReply) {
  const session = await givenSession({ replies: [reply, [says("Done.")]], tools: [read], catalog });
  await session.says("x");
  return session.bodies("tool.requested")[0];
}

it.each(rows)("%s is landed on use, by the server's parser and as text", async (name, wanted) => {
  const spoken = await requested([callsTool(name, { title: "x" })]);
  expect({ ...spoken, arguments: JSON.parse(spoken?.arguments ?? "") }).toMatchObject({
    ...{ tool: "use", arguments: wanted, repairs: ["name"] },
  });
  const printed = `<tool_call>\n${JSON.stringify({ name, arguments: { title: "x" } })}\n</tool_call>`;
  const read = await requested([says(printed)]);
  expect({ ...read, arguments: JSON.parse(read?.arguments ?? "") }).toMatchObject({
    ...{ tool: "use", arguments: wanted, recovered: "text" },
  });
});

it("leaves alone what is an offered tool, and what no line of the catalogue names", async () => {
  expect(await requested([callsTool("Read", {})])).toMatchObject({ tool: "read" });
  for (const name of ["gitlab__create_issue", "github", "github__", "mcp__create_issue", "pdf"]) {
    const call = await requested([callsTool(name, {})]);
    expect(call).toMatchObject({ tool: name, arguments: "{}" });
    expect(call?.rejected?.hint).toContain("through use");
  }
});

it("mends the arguments, and rejects what is no object", async () => {
  const mended = await requested([callsTool("github__create_issue", "{'title': 'x'}")]);
  expect(JSON.parse(mended?.arguments ?? "")).toEqual(issue);
  expect(mended?.repairs).toEqual(["name", "json"]);
  const list = await requested([callsTool("github__create_issue", "[1, 2]")]);
  expect(list?.rejected?.reason).toContain("no JSON object");
});

it("says and does the same as ever in a session without a catalogue", async () => {
  const session = await givenSession({
    replies: [[callsTool("github__create_issue", {})], [says("Done.")]],
    tools: [read],
  });
  await session.says("x");
  expect(session.bodies("tool.requested")[0]?.rejected).toEqual({
    reason: 'there is no tool "github__create_issue"',
    expected: "one of read",
    got: "github__create_issue",
    hint: "call one of these by its exact name, or answer without a tool",
  });
});
