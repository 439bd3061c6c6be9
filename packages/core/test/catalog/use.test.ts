import { catalogOf } from "@kestrel/core";
import {
  callsTool,
  fakeSource,
  fakeTool,
  givenSession,
  memoryPermissions,
  says,
} from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

const read = fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: "one" }) });
const skills = fakeSource({
  kind: "skill",
  has: {
    pdf: "Fill and read PDF forms. Use when somebody has one.\nRun scripts/fill.py.",
    letters: "Write formal letters.\nBegin with the place.",
  },
});
const ran: unknown[] = [];
const server = fakeSource({
  kind: "server",
  has: {
    github: "Issues and pull requests",
    "github/create_issue": "create_issue(repo: string, title: string)\nOpen a ticket",
    "github/list_issues": "list_issues(repo: string)\nShow tickets",
  },
  run: (name, args) => {
    ran.push([name, args]);
    return { outcome: "ok", content: "issue 7" };
  },
});
const catalog = catalogOf([skills, server]);
const use = (name: string, more: object = {}) => callsTool("use", { name, ...more });

describe("use", () => {
  it("stands behind the other tools with one line for each skill and server, frozen in the first event", async () => {
    const session = await givenSession({ replies: [[says("Hello.")]], tools: [read], catalog });
    await session.says("hello");
    const [prompt] = session.backend.prompts;
    expect(prompt?.tools.map(({ name }) => name)).toEqual(["read", "use"]);
    expect(prompt?.tools[1]?.description.split("\n").slice(1)).toEqual([
      "pdf: Fill and read PDF forms",
      "letters: Write formal letters",
      "github: Issues and pull requests",
    ]);
    expect(session.session.state().prefix.catalog?.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "skill pdf",
      "skill letters",
      "server github",
    ]);
  });

  it("is in no prompt where nothing is catalogued, or the model was trained without it; then nobody is asked for lines", async () => {
    const bare = await givenSession({ replies: [[says("Hello.")]], tools: [read] });
    const asked: string[] = [];
    const watched = fakeSource({ kind: "skill", has: { pdf: "Forms" }, asked: (what) => asked.push(what) });
    const small = await givenSession({
      replies: [[says("Hello.")]],
      tools: [read],
      catalog: catalogOf([watched]),
      traits: { tools: ["read"] },
    });
    const empty = await givenSession({ replies: [[says("Hello.")]], tools: [read], catalog: catalogOf([]) });
    for (const session of [bare, small, empty]) await session.says("hello");
    const prompts = [bare, small, empty].map(({ backend }) => JSON.stringify(backend.prompts));
    expect(new Set(prompts).size).toBe(1);
    expect(small.session.state().prefix).not.toHaveProperty("catalog");
    expect(asked).toEqual([]);
  });

  it("puts the words of a skill at the tail once, and says so when it is asked again", async () => {
    const session = await givenSession({
      replies: [[use("pdf")], [use("pdf", { action: "describe" })], [says("Done.")]],
      tools: [read],
      catalog,
    });
    await session.says("a form");
    const [first, second] = session.bodies("tool.finished");
    expect(first).toMatchObject({ outcome: "ok", risk: "read", described: [{ name: "pdf" }] });
    expect(first?.content).toContain("Run scripts/fill.py.");
    expect(second?.content).toBe("pdf stands above, unchanged. Do as it says.");
    expect(second?.described).toBeUndefined();
    expect(session.bodies("approval.requested")).toEqual([]);
  });

  it("finds by words, synonyms too, and answers with signatures", async () => {
    const session = await givenSession({
      replies: [[use("open a ticket", { action: "find" })], [says("Done.")]],
      catalog,
    });
    await session.says("x");
    const [found] = session.bodies("tool.finished");
    expect(found?.content.split("\n")[0]).toBe(
      "github/create_issue: create_issue(repo: string, title: string)",
    );
  });

  it("runs what a server has only behind the gate: what it is about and its risk stand in the question", async () => {
    ran.length = 0;
    const call = use("github/create_issue", { arguments: { repo: "a/b", title: "x" } });
    const session = await givenSession({ replies: [[call], [says("Done.")]], tools: [read], catalog });
    const turn = session.says("open an issue");
    const question = await session.until("approval.requested");
    expect(ran).toEqual([]);
    expect(question).toMatchObject({ risk: "external" });
    expect(session.bodies("tool.requested")[0]?.subject).toMatchObject({ capability: "github/create_issue" });
    const { callId, digest } = question;
    await session.does({ type: "approve", callId, digest, scope: "once" });
    await turn;
    expect(ran).toEqual([["github/create_issue", { repo: "a/b", title: "x" }]]);
    expect(session.bodies("tool.finished")[0]).toMatchObject({ outcome: "ok", content: "issue 7" });
  });

  const allowing = memoryPermissions([{ verdict: "allow", rule: "use", origin: "user" }]);

  it.each([
    [{}],
    [{ arguments: {} }],
    [{ action: "call" }],
    [{ action: "describe", arguments: {} }],
    [{ action: "describe", arguments: { repo: "a/b" } }],
    [{ args: { repo: "a/b" } }],
  ])("runs what can be run, whatever is said by default: %j", async (more) => {
    ran.length = 0;
    const read = fakeSource({
      kind: "server",
      risk: "read",
      has: { github: "Issues", "github/list_issues": "list_issues(repo?: string)" },
      run: (name, args) => {
        ran.push([name, args]);
        return { outcome: "ok", content: "no issues" };
      },
    });
    const replies = [[use("github/list_issues", more)], [says("Done.")]];
    const session = await givenSession({ replies, catalog: catalogOf([read]), permissions: allowing });
    await session.says("x");
    const given = Object.values(more).find((value) => typeof value === "object") ?? {};
    expect(ran).toEqual([["github/list_issues", given]]);
    expect(session.bodies("tool.finished")[0]).toMatchObject({ outcome: "ok", content: "no issues" });
  });

  it("describes what was named where the arguments that it needs are missing, and where that is asked for", async () => {
    ran.length = 0;
    const needy = { ...server, calls: server.calls && { ...server.calls, assess: async () => lacking } };
    const lacking = {
      risk: "external" as const,
      reasons: [],
      refused: { outcome: "error" as const, content: "Not called: repo is missing." },
    };
    const session = await givenSession({
      replies: [
        [use("github/create_issue")],
        [use("github/list_issues", { action: "describe" })],
        [use("github/create_issue", { action: "call" })],
        [says("Done.")],
      ],
      catalog: catalogOf([needy]),
    });
    await session.says("x");
    expect(session.bodies("tool.finished").map(({ content }) => content.split("\n")[0])).toEqual([
      "create_issue(repo: string, title: string)",
      "list_issues(repo: string)",
      "Not called: repo is missing.",
    ]);
    expect(ran).toEqual([]);
  });

  it("names the keys that it does not have, and says where they go", async () => {
    ran.length = 0;
    const call = use("github/create_issue", { repo: "a/b", title: "x" });
    const session = await givenSession({ replies: [[call], [says("Done.")]], catalog });
    await session.says("x");
    expect(session.bodies("tool.finished")[0]).toMatchObject({
      outcome: "error",
      content:
        'Not called: use has no "repo", "title". What github/create_issue takes goes into arguments: {"name":"github/create_issue","action":"call","arguments":{"repo":"…","title":"…"}}',
    });
    expect(ran).toEqual([]);
    expect(session.bodies("approval.requested")).toEqual([]);
  });

  it("runs a tool under the name that its source has for it", async () => {
    ran.length = 0;
    const { calls } = server;
    const spelling = {
      ...server,
      calls: calls && {
        ...calls,
        named: (spelled: string) => (spelled === "git__create-issue" ? "github/create_issue" : undefined),
      },
    };
    const call = use("git__create-issue", { arguments: { repo: "a/b" } });
    const session = await givenSession({
      replies: [[call], [says("Done.")]],
      catalog: catalogOf([spelling]),
    });
    const turn = session.says("x");
    const { callId, digest } = await session.until("approval.requested");
    expect(session.bodies("tool.requested")[0]?.subject).toMatchObject({ capability: "github/create_issue" });
    await session.does({ type: "approve", callId, digest, scope: "once" });
    await turn;
    expect(ran).toEqual([["github/create_issue", { repo: "a/b" }]]);
  });

  it("does nothing but read in plan mode", async () => {
    ran.length = 0;
    const call = use("github/create_issue", { action: "call" });
    const session = await givenSession({ replies: [[use("pdf")], [call], [says("Done.")]], catalog });
    await session.does({ type: "set-mode", mode: "plan" });
    await session.says("plan it");
    expect(session.bodies("tool.finished").map(({ outcome }) => outcome)).toEqual(["ok", "denied"]);
    expect(ran).toEqual([]);
  });

  it("knows what this session's catalogue names and nothing else", async () => {
    const late = { pdf: "Forms" } as Record<string, string>;
    const source = fakeSource({ kind: "skill", has: late });
    const session = await givenSession({
      replies: [[use("other")], [use("pdf")], [says("Done.")]],
      catalog: catalogOf([source]),
    });
    late.other = "Came later";
    delete late.pdf;
    await session.says("x");
    const answers = session.bodies("tool.finished").map(({ outcome, content }) => [outcome, content]);
    expect(answers).toEqual([
      ["error", "There is nothing named other. There is: pdf. find searches by words."],
      ["error", "pdf cannot be read now. Go on without it."],
    ]);
  });

  it("is offered by no session where a rule denies it", async () => {
    const permissions = memoryPermissions([{ verdict: "deny", rule: "use", origin: "user" }]);
    const session = await givenSession({ replies: [[says("Hi.")]], tools: [read], catalog, permissions });
    await session.says("x");
    expect(session.backend.prompts[0]?.tools.map(({ name }) => name)).toEqual(["read"]);
  });
});

describe("the lines of a catalogue", () => {
  it("are cut at the first clause, and left out where their tier is full or a name is taken", async () => {
    const has = Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [
        `skill-${at}`,
        `Does thing ${at}; and a great deal more besides that`,
      ]),
    );
    const twice = fakeSource({ kind: "server", has: { "skill-0": "A server of that name" } });
    const lines = await catalogOf([fakeSource({ kind: "skill", has }), twice], { catalogued: 30 }).lines(
      "/w",
    );
    expect(lines.slice(0, 2)).toEqual([
      { kind: "skill", name: "skill-0", line: "Does thing 0" },
      { kind: "skill", name: "skill-1", line: "Does thing 1" },
    ]);
    expect(lines.filter(({ omitted }) => omitted === "budget").length).toBeGreaterThan(0);
    expect(lines.at(-1)).toEqual({ kind: "server", name: "skill-0", line: "", omitted: "name_taken" });
  });
});
