import { type Crew, type Host, KestrelError, type ProbableFile } from "@kestrel/core";
import {
  callsTool,
  fakeRead,
  fakeTool,
  type Given,
  givenSession,
  memoryPermissions,
  says,
  stillHost,
} from "@kestrel/core/testing";
import { estimateTokens } from "@kestrel/text";
import { describe, expect, it } from "vitest";

const sessions: ProbableFile = { path: "src/sessions.py", why: "line 317 defines: class CookieSession" };
const config: ProbableFile = { path: "src/config.py", why: "line 12: the lifetime of a cookie" };

/** Says these files of every question, and which it was asked. */
const finds = (...files: ProbableFile[]) => {
  const asked: string[] = [];
  const answering = async (words: string) => {
    asked.push(words);
    return files;
  };
  return { asked, probableFiles: { on: true, answering } };
};

const given = (more: Partial<Given> = {}) =>
  givenSession({
    replies: [[says("In sessions.py.")], [says("Yes.")], [says("Yes.")]],
    tools: [fakeRead((path) => `text of ${path}`)],
    ...finds(sessions, config),
    ...more,
  });

const named = (session: Awaited<ReturnType<typeof given>>) =>
  session
    .bodies("context.added")
    .filter(({ kind }) => kind === "files")
    .map(({ described }) => described?.map(({ name }) => name));

describe("files that probably hold the answer", () => {
  it("are named beside the question, each with its reason, and nothing before it moves", async () => {
    const session = await given();
    await session.says("Where is the session cookie signed?");
    await session.says("thanks");
    const [first, second] = session.backend.prompts;
    const asked = first?.messages.at(-1);
    expect(first?.messages).toHaveLength(2);
    expect(asked?.content).toContain("- src/sessions.py (line 317 defines: class CookieSession)");
    expect(asked?.content).toContain("- src/config.py (line 12: the lifetime of a cookie)");
    expect(asked?.content).toMatch(/Where is the session cookie signed\?$/);
    expect(second?.messages.slice(0, 2)).toEqual(first?.messages);
    expect(named(session)).toEqual([["./src/sessions.py", "./src/config.py"]]);
  });

  it.each([
    "thanks, that works",
    "run the tests",
    "What can you tell me about your context?",
    "```\nwhere?\n```",
    `Where? ${"x".repeat(700)}`,
  ])("are not looked for beside %s", async (message) => {
    const { asked, probableFiles } = finds(sessions);
    const session = await given({ probableFiles });
    await session.says(message);
    expect(asked).toEqual([]);
    expect(named(session)).toEqual([]);
  });

  it("are looked for by a Chinese question as well", async () => {
    const { asked, probableFiles } = finds(sessions);
    const session = await given({ probableFiles });
    await session.says("会话的 cookie 在哪里签名");
    expect(asked).toEqual(["会话的 cookie 在哪里签名"]);
    expect(named(session)).toEqual([["./src/sessions.py"]]);
  });

  it("are none where the message names a file, the setting is off, or a rule denies reading", async () => {
    const { probableFiles } = finds(sessions);
    const namedIn = async () => [{ path: "cart.py", length: 40, tokens: 10 }];
    const deny = { verdict: "deny", rule: "read", origin: "user" } as const;
    for (const more of [
      { namedFiles: { namedIn } },
      { probableFiles: { ...probableFiles, on: false } },
      { permissions: memoryPermissions([deny]) },
      { tools: [] },
    ]) {
      const session = await given(more);
      await session.says("Where is the session cookie signed?");
      expect(named(session)).toEqual([]);
    }
  });

  it("are named once, and not when the model has read the likeliest", async () => {
    const session = await given();
    await session.says("Where is the session cookie signed?");
    await session.says("And where is it read?");
    expect(named(session)).toHaveLength(1);

    const read = {
      ...fakeRead(() => "text"),
      run: async () => ({
        outcome: "ok" as const,
        content: "text",
        seen: [{ path: "src/sessions.py", hash: "1" }],
      }),
    };
    const reader = await given({
      replies: [[callsTool("read", { path: "src/sessions.py" })], [says("Read.")], [says("Yes.")]],
      tools: [read],
      probableFiles: { on: true, answering: async () => [sessions, config] },
    });
    await reader.says("read it");
    await reader.says("Where is the session cookie signed?");
    expect(named(reader)).toEqual([]);
  });

  it("take at most 200 tokens, and what the account of the message has left", async () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ path: `src/${at}.py`, why: "w".repeat(90) }));
    const session = await given(finds(...many));
    await session.says("Where is the session cookie signed?");
    const text = session.bodies("context.added").find(({ kind }) => kind === "files")?.text ?? "";
    expect(estimateTokens(text)).toBeLessThanOrEqual(200);
    expect(estimateTokens(text)).toBeGreaterThan(120);

    const remembered = "a fact ".repeat(150);
    const full = await given({
      memory: {
        on: true,
        used: () => undefined,
        recall: async () => ({
          pinned: [],
          found: [1, 2, 3, 4, 5].map((id) => ({
            ...{ id: `${id}`, digest: `${id}`, at: "2026-01-01" },
            content: remembered.slice(0, 210),
          })),
          known: [],
        }),
      },
      ...finds(...many),
    });
    await full.says("Where is the session cookie signed?");
    const sum = full.bodies("context.added").reduce((tokens, note) => tokens + estimateTokens(note.text), 0);
    expect(sum).toBeLessThanOrEqual(Math.floor(8_192 * 0.05));
    expect(full.bodies("turn.started")[0]).toMatchObject({ leftOut: ["files"] });
  });

  it("include one more that a model of embeddings finds clearly nearest", async () => {
    const embedder = {
      embed: async (texts: readonly string[]) =>
        texts.map((text) => {
          const vector = [Number(/cookie|jar\.py/.test(text)), Number(/part/.test(text)), 0.1];
          return vector.map((value) => value / Math.hypot(...vector));
        }),
    };
    const crew: Crew = { member: () => undefined, librarian: () => ({ label: "shelf", embedder }) };
    const others = [...Array.from({ length: 9 }, (_, at) => `part${at}.py`), "jar.py"].map((path) => ({
      ...{ path, why: "by its name" },
      also: true as const,
    }));
    const question = "Where is the cookie?";
    // Deadlines never come.
    const host: Host = {
      ...stillHost(),
      wait: (_, cancel) =>
        new Promise((resolve) => cancel.addEventListener("abort", resolve, { once: true })),
    };
    const with_ = await given({ crew, host, ...finds(...others) });
    await with_.says(question);
    expect(named(with_)).toEqual([["./jar.py"]]);
    expect(with_.bodies("crew.job")).toMatchObject([{ kind: "retrieval", outcome: "done" }]);
    const without = await given(finds(...others));
    await without.says(question);
    expect(named(without)).toEqual([]);
  });

  it("reach a model of embeddings without what a rule closes and without secrets", async () => {
    const key = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    const shown: string[] = [];
    const embedder = {
      embed: async (texts: readonly string[]) => {
        shown.push(...texts);
        return texts.map(() => [1, 0]);
      },
    };
    const crew: Crew = { member: () => undefined, librarian: () => ({ label: "shelf", embedder }) };
    const host: Host = {
      ...stillHost(),
      wait: (_, cancel) =>
        new Promise((resolve) => cancel.addEventListener("abort", resolve, { once: true })),
    };
    const files: ProbableFile[] = [
      { path: "src/jar.py", why: `line 3: token = "${key}"` },
      { path: "private/plan.md", why: "line 1: the plan of the cookie" },
      { path: "private/more.md", why: "line 2: more of the plan", also: true },
    ];
    const deny = { verdict: "deny", rule: "read path: private/**", origin: "user" } as const;
    const permissions = memoryPermissions([deny]);
    const session = await given({ crew, host, permissions, ...finds(...files) });
    await session.says(`Where is the cookie of ${key}?`);
    expect(named(session)).toEqual([["./src/jar.py"]]);
    const text = shown.join("\n");
    expect(text).toContain("src/jar.py: line 3: token");
    expect(text).not.toMatch(/private|plan|ghp_/);
  });

  it("are text from outside for memory: a line of a file stands in them", async () => {
    const seen: unknown[] = [];
    const read = fakeTool({
      name: "read",
      risk: "read",
      run: (_, { memory }) => {
        seen.push(memory?.outside);
        return { outcome: "ok", content: "text" };
      },
    });
    const memory = { on: true, used: () => undefined, recall: async () => undefined };
    for (const on of [true, false]) {
      const session = await given({
        replies: [[callsTool("read", {})], [says("Read.")]],
        tools: [read],
        memory,
        probableFiles: { ...finds(sessions).probableFiles, on },
      });
      await session.says("Where is the session cookie signed?");
    }
    expect(seen).toEqual([true, false]);
  });

  it("cost a turn nothing where looking fails", async () => {
    const answering = () => Promise.reject(new KestrelError("not_found", "no program"));
    const session = await given({ probableFiles: { on: true, answering } });
    await session.says("Where is the session cookie signed?");
    expect(session.bodies("turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(named(session)).toEqual([]);
  });
});
