import { catalogOf } from "@kestrel/core";
import {
  callsTool,
  fakeSource,
  fakeTool,
  givenSession,
  memoryPermissions,
  type ScriptedReply,
  says,
} from "@kestrel/core/testing";
import type { StandingRule } from "@kestrel/protocol";
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
    kind: "unknown_tool",
    reason: 'there is no tool "github__create_issue"',
    expected: "one of read",
    got: "github__create_issue",
    hint: "call one of these by its exact name, or answer without a tool",
  });
});

/** What a session with these rules makes of a call by its bare name, and by `use`. */
async function underRules(rules: readonly StandingRule[], reply: ScriptedReply) {
  const ran: string[] = [];
  const source = fakeSource({
    kind: "server",
    has: { github: "Issues", "github/create_issue": "create_issue(title: string)" },
    run: (name) => {
      ran.push(name);
      return { outcome: "ok", content: "issue 7" };
    },
  });
  const session = await givenSession({
    replies: [reply, [says("Done.")]],
    tools: [
      read,
      fakeTool({ name: "write", risk: "edit", run: () => ({ outcome: "ok", content: "written" }) }),
    ],
    catalog: catalogOf([source]),
    permissions: memoryPermissions(rules),
  });
  const asked = new Promise<void>((resolve) => {
    session.session.watch((news) => {
      if (news.kind === "event" && /^(approval.requested|turn.ended)$/.test(news.event.body.type)) resolve();
    });
  });
  await session.does({ type: "send-message", text: "x" });
  await asked;
  return { session, ran };
}

const spelled = [
  "github__create_issue",
  "mcp__github__create_issue",
  "github/create_issue",
  "GitHub.create_issue",
];
const bare = (name: string): ScriptedReply => [callsTool(name, { title: "x" })];
const through: ScriptedReply = [callsTool("use", issue)];

it.each(spelled)("%s is the same question as through use: tool, bytes and digest", async (name) => {
  const [one, other] = [await underRules([], bare(name)), await underRules([], through)];
  const [asked, usual] = [one, other].map(({ session }) => session.bodies("approval.requested")[0]);
  expect(asked?.digest).toBe(usual?.digest);
  expect(asked).toMatchObject({ risk: usual?.risk, reasons: usual?.reasons, rules: usual?.rules });
  const [call, meant] = [one, other].map(({ session }) => session.bodies("tool.requested")[0]);
  expect([call?.tool, call?.arguments, call?.subject]).toEqual([
    meant?.tool,
    meant?.arguments,
    meant?.subject,
  ]);
  expect(one.ran).toEqual([]);
});

it.each(spelled)("%s goes round no rule that denies the tool, its server or use itself", async (name) => {
  for (const rule of ["mcp: github/create_issue", "mcp: github/*", "use"]) {
    const { session, ran } = await underRules([{ verdict: "deny", rule, origin: "user" }], bare(name));
    await session.session.settled();
    expect(ran).toEqual([]);
    expect(session.bodies("tool.finished")[0]?.outcome).not.toBe("ok");
    expect(session.bodies("approval.requested")).toEqual([]);
  }
});

it("brings back no tool that a rule took away, by whatever spelling", async () => {
  for (const name of ["write", "use/write", "mcp__write", "github__write", "use.write"]) {
    const rules: StandingRule[] = [{ verdict: "deny", rule: "write", origin: "user" }];
    const { session, ran } = await underRules(rules, [callsTool(name, { path: "a", content: "b" })]);
    expect(ran).toEqual([]);
    const [call] = session.bodies("tool.requested");
    expect(call?.tool === "use" || call?.rejected !== undefined).toBe(true);
    expect(session.bodies("file.changed")).toEqual([]);
  }
});
