import { type Crew, catalogOf, type Embedder, type Host, KestrelError } from "@kestrel/core";
import { callsTool, fakeSource, givenSession, says, stillHost } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";

/** What each skill is about, and words that mean it without naming it. */
const about: Readonly<Record<string, readonly string[]>> = {
  pdf: ["pdf", "acrobat"],
  invoices: ["invoices", "owes"],
  recipes: ["recipes", "dinner"],
  travel: ["travel", "kyoto"],
  minutes: ["minutes", "agenda"],
  video: ["video", "footage"],
  latex: ["latex", "thesis"],
  docker: ["docker", "container"],
  backups: ["backups", "snapshot"],
  proofs: ["proofs", "typo"],
};
const names = Object.keys(about);
const skills = fakeSource({
  kind: "skill",
  has: Object.fromEntries(names.map((name) => [name, `Work with ${name}\nDo it so.`])),
});
const catalog = catalogOf([skills]);

/** Knows those words, and takes what it is given to wait for before it answers. Another model has the same directions elsewhere. */
function librarian(before: () => Promise<void> = async () => {}) {
  const asked: (readonly string[])[] = [];
  const model = { turnedBy: 0, more: 0 };
  const embedder: Embedder = {
    embed: async (texts) => {
      asked.push(texts);
      await before();
      return texts.map((text) => {
        const vector = names.map((name) =>
          Number(about[name]?.some((word) => text.toLowerCase().includes(word))),
        );
        const length = Math.hypot(...vector, 0.1);
        const all = [...vector, 0.1, ...Array<number>(model.more).fill(0)].map((value) => value / length);
        return [...all.slice(model.turnedBy), ...all.slice(0, model.turnedBy)];
      });
    },
  };
  const crew: Crew = { member: () => undefined, librarian: () => ({ label: "shelf", embedder }) };
  return { crew, asked, model };
}

/** Deadlines never come. */
const patient: Host = {
  ...stillHost(),
  wait: (_, cancel) =>
    new Promise((resolve) => {
      if (cancel.aborted) resolve();
      cancel.addEventListener("abort", resolve, { once: true });
    }),
};

const find = (words: string) => callsTool("use", { name: words, action: "find" });
const laidIn = (session: Awaited<ReturnType<typeof givenSession>>) =>
  session.bodies("context.added").flatMap(({ described }) => described?.map(({ name }) => name) ?? []);

describe("a librarian", () => {
  it("finds what is meant in other words, beside what is named; its line says whether it added anything", async () => {
    const { crew, asked } = librarian();
    const replies = [[find("what the customer owes")], [find("docker")], [says("Found.")]];
    const session = await givenSession({ replies, catalog, crew, host: patient });
    await session.says("hello");
    const [other, named] = session.bodies("tool.finished");
    expect(other?.content.split("\n")[0]).toBe("invoices: Work with invoices");
    expect(named?.content.split("\n")[0]).toBe("docker: Work with docker");
    expect(session.bodies("crew.job").slice(0, 2)).toMatchObject([
      { kind: "retrieval", role: "librarian", model: "shelf", outcome: "done", used: true },
      { kind: "retrieval", outcome: "done", used: false },
    ]);
    // Each skill was read once, by its words.
    expect(asked.flat().filter((text) => text.startsWith("pdf:"))).toHaveLength(1);
  });

  it("reads the catalogue between turns, and then lays ready what a message means without a word of it", async () => {
    const { crew, asked } = librarian();
    const session = await givenSession({
      replies: [[says("One.")], [says("Two.")], [says("Three.")]],
      catalog,
      crew,
      host: patient,
    });
    await session.says("what can I make for dinner?");
    await expect.poll(() => session.bodies("crew.job").length).toBe(1);
    expect(laidIn(session)).toEqual([]);
    await session.says("and what for dinner tomorrow?");
    expect(laidIn(session)).toEqual(["recipes"]);
    await session.says("thank you, go on");
    expect(laidIn(session)).toEqual(["recipes"]);
    expect(session.bodies("crew.job").map(({ used }) => used)).toEqual([true, true, false]);
    expect(asked.flat().filter((text) => text.startsWith("recipes:"))).toHaveLength(1);
    // At the tail: what was said before is what it was.
    const [first, second] = session.backend.prompts;
    expect(second?.messages.slice(0, first?.messages.length)).toEqual(first?.messages);
  });

  it.each([
    ["as many directions", { turnedBy: 1 }],
    ["more directions", { more: 3 }],
  ])(
    "that was started again with another model of %s forgets what the one before had read",
    async (_, other) => {
      const { crew, model } = librarian();
      const replies = [[says("One.")], [says("Two.")], [says("Three.")], [says("Four.")]];
      const session = await givenSession({ replies, catalog, crew, host: patient });
      await session.says("hello");
      await expect.poll(() => session.bodies("crew.job").length).toBe(1);
      await session.says("what can I make for dinner?");
      expect(laidIn(session)).toEqual(["recipes"]);
      Object.assign(model, other);
      await session.says("and where does one stay in kyoto?");
      await session.says("what is the agenda?");
      expect(laidIn(session)).toEqual(["recipes", "travel", "minutes"]);
    },
  );

  it.each([
    ["dead", () => Promise.reject(new KestrelError("engine_died", "gone")), patient, "failed"],
    ["slow", () => new Promise<void>(() => {}), stillHost(), "late"],
  ] as const)("that is %s leaves it to the words", async (_, before, host, outcome) => {
    const { crew } = librarian(before);
    const session = await givenSession({
      replies: [[find("docker")], [says("Found.")]],
      catalog,
      crew,
      host,
    });
    await session.says("work with latex files in docker");
    expect(session.bodies("tool.finished")[0]?.content).toContain("docker: Work with docker");
    expect(session.bodies("crew.job")[0]).toMatchObject({ kind: "retrieval", outcome, used: false });
  });

  it("holds a message for a moment, and what is said in that moment joins its turn", async () => {
    let answers = () => {};
    let held: Promise<void> = Promise.resolve();
    const { crew, asked } = librarian(() => held);
    const replies = [[says("One.")], [says("Two.")], [says("Three.")]];
    const session = await givenSession({ replies, catalog, crew, host: patient });
    await session.says("hello");
    await expect.poll(() => session.bodies("crew.job").length).toBe(1);
    held = new Promise((resolve) => (answers = resolve));
    const first = session.does({ type: "send-message", text: "what for dinner?" }, "op-first");
    await expect.poll(() => asked.flat()).toContain("what for dinner?");
    const second = session.does({ type: "send-message", text: "for two" }, "op-second");
    answers();
    expect([(await first).accepted, (await second).accepted]).toEqual(["started", "joined"]);
    await session.session.settled();
    expect(laidIn(session)).toEqual(["recipes"]);
  });

  it("that is not there leaves everything as it is", async () => {
    const alone = await givenSession({ replies: [[find("customer owes")], [says("No.")]], catalog });
    await alone.says("what can I make for dinner?");
    expect(alone.bodies("tool.finished")[0]?.content).toBe(
      "Nothing fits these words. Try others, or go on without.",
    );
    expect(alone.story()).not.toContain("crew.job");
  });
});
