import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SessionId } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { openDatabase } from "../../store/src/index.ts";
import type { MemoryBookParts } from "../src/index.ts";
import { givenBook } from "./given-book.ts";
import { backends, temporaryFolder } from "./given-memory.ts";

const session = SessionId.parse("s00000000001");
const cannotLoad = () => Promise.reject(new Error("the native part does not load here"));
const withDriver = "sqlite" in backends;
const turn = (words: string, known: string[] = []) => ({ words, workspace: "/home/ada/here", known });

it("makes no file before there is a fact", async () => {
  const folder = join(await temporaryFolder(), "memory");
  const { book } = givenBook(folder);
  expect(await book.recall(turn("espresso"))).toEqual({ pinned: [], found: [], known: [] });
  expect((await book.list({ all: true })).rows).toEqual([]);
  await expect(book.forget("m123")).rejects.toMatchObject({ code: "not_found" });
  expect(existsSync(folder)).toBe(false);
});

it("keeps what was said as it was said, once, and finds it in every folder", async () => {
  const { book } = givenBook(await temporaryFolder());
  const row = await book.store({ content: "My favourite drink is espresso.", session });
  expect(row).toMatchObject({
    content: "My favourite drink is espresso.",
    source: "typed",
    session,
    uses: 0,
  });
  const again = await book.store({ content: "my favourite drink is espresso." });
  expect(again.id).toBe(row.id);
  expect((await book.list({ all: true })).rows).toHaveLength(1);
  const recalled = await book.recall(turn("what is my favourite drink?"));
  expect(recalled?.found.map(({ content }) => content)).toEqual(["my favourite drink is espresso."]);
  book.used([row.id], session);
  expect((await book.list({ all: true })).rows).toMatchObject([{ uses: 1, sessions: [session] }]);
});

it("keeps the older words of a corrected fact, and both are erased with it", async () => {
  const folder = await temporaryFolder();
  const { book } = givenBook(folder);
  const row = await book.store({ content: "The codename is Quixotania.", session });
  const changed = await book.change({ id: row.id, content: "The codename is Zanzibar." });
  expect(changed).toMatchObject({ id: row.id, createdAt: row.createdAt, source: "edited" });
  expect(changed.previous).toBe("The codename is Quixotania.");
  expect((await book.recall(turn("", [row.id])))?.known[0]?.content).toBe("The codename is Zanzibar.");
  const { remains } = await book.forget(row.id);
  expect(remains).toMatchObject({ sessions: [session], erasedLines: 0, copies: true });
  for (const name of await readdir(folder)) {
    const bytes = (await readFile(join(folder, name))).toString("latin1").toLowerCase();
    expect(bytes).not.toMatch(/quixotania|zanzibar/);
  }
});

it.each([
  ["a line\nand another", "memory_lines"],
  ["password: correct-horse-battery", "memory_secret"],
  ["right\u202eto left", "memory_hidden"],
])("refuses %j at every door", async (content, reason) => {
  const { book } = givenBook(await temporaryFolder());
  const refused = { code: "memory_refused", params: { reason } };
  await expect(book.store({ content })).rejects.toMatchObject(refused);
  await expect(book.store({ content, source: "imported" })).rejects.toMatchObject(refused);
  await expect(book.store({ content, source: "proposed" })).rejects.toMatchObject(refused);
  const { id } = await book.store({ content: "A plain fact." });
  await expect(book.change({ id, content })).rejects.toMatchObject(refused);
  expect((await book.list({ all: true })).rows).toMatchObject([{ content: "A plain fact." }]);
});

it("takes what a fact was corrected from as a fact of its own, told again", async () => {
  const { book } = givenBook(await temporaryFolder());
  const { id } = await book.store({ content: "Deploys happen on Tuesday" });
  await book.change({ id, content: "Sarah's birthday is on the fifth of May" });
  const again = await book.store({ content: "Deploys happen on Tuesday" });
  await book.change({ id: again.id, content: "Deploys happen on Friday" });
  await book.store({ content: "Deploys happen on Tuesday" });
  const { rows } = await book.list({ all: true });
  expect(rows.map(({ content }) => content).sort()).toEqual([
    "Deploys happen on Friday",
    "Deploys happen on Tuesday",
    "Sarah's birthday is on the fifth of May",
  ]);
});

it("puts a proposal in force by a person's yes, with the very bytes", async () => {
  const { book } = givenBook(await temporaryFolder());
  const proposed = await book.store({ content: "The build needs Bazel 7.", source: "proposed", session });
  expect((await book.recall(turn("which bazel does the build need")))?.found).toEqual([]);
  const kept = await book.change({ id: proposed.id, accept: true });
  expect(kept).toMatchObject({ content: proposed.content, source: "approved", id: proposed.id });
  expect((await book.recall(turn("which bazel does the build need")))?.found).toHaveLength(1);
  // A model changes nothing that a person put in force.
  const again = await book.store({ content: "the build needs bazel 7.", source: "proposed" });
  expect(again).toMatchObject({ content: "The build needs Bazel 7.", source: "approved" });
});

it("pins a fact for sessions in its folder alone", async () => {
  const { book } = givenBook(await temporaryFolder());
  const one = await book.store({ content: "Answers are short.", pinned: true });
  await book.store({ content: "Indent with tabs.", pinned: true, workspace: "/home/ada/other" });
  const pins = async () => (await book.recall(turn("hello")))?.pinned.map(({ id }) => id);
  expect(await pins()).toEqual([one.id]);
  await book.change({ id: one.id, pinned: false });
  expect(await pins()).toEqual([]);
});

it("writes facts into plain files where the driver does not load, and says so", async () => {
  const folder = await temporaryFolder();
  const { book, notices } = givenBook(folder, { open: cannotLoad });
  await book.store({ content: "The tea is oolong." });
  expect((await book.list({ all: true })).state).toMatchObject({ backend: "jsonl", healthy: true });
  expect(notices).toEqual([{ code: "memory_plain" }]);
  await book.close();
  expect(await readFile(join(folder, "memory.md"), "utf8")).toContain("- The tea is oolong.\n");
});

it.runIf(withDriver)("writes a snapshot when it is closed: one fact a line", async () => {
  const folder = await temporaryFolder();
  const { book } = givenBook(folder);
  await book.store({ content: "The tea is oolong." });
  await book.store({ content: "The port is 4000.", workspace: "/home/ada/here" });
  await book.close();
  const lines = (await readFile(join(folder, "memory.jsonl"), "utf8")).trim().split("\n");
  expect(lines.map((line) => JSON.parse(line).content)).toEqual(["The tea is oolong.", "The port is 4000."]);
  expect(await readFile(join(folder, "memory.md"), "utf8")).toBe(
    "# Memory\n\n## Everywhere\n\n- The tea is oolong.\n\n## /home/ada/here\n\n- The port is 4000.\n",
  );
});

/** What can happen to a database while nobody looks. */
const damages: Readonly<Record<string, (file: string) => Promise<void>>> = {
  missing: (file) => rm(file),
  empty: (file) => truncate(file, 0),
  "cut to 100 bytes": (file) => truncate(file, 100),
  "cut in its middle": (file) => truncate(file, 8_192),
  "overwritten with other text": (file) => writeFile(file, "no database ".repeat(2_000)),
  "overwritten in its middle": async (file) => {
    const bytes = await readFile(file);
    bytes.fill(0x5a, 4_096, 12_288);
    await writeFile(file, bytes);
  },
};

it.runIf(withDriver).each(Object.keys(damages))("brings facts back when the database is %s", async (kind) => {
  const folder = await temporaryFolder();
  const first = givenBook(folder);
  for (let at = 0; at < 100; at++) await first.book.store({ content: `The heron server has disk ${at}.` });
  const { rows } = await first.book.list({ all: true });
  await first.book.close();
  const file = join(folder, "memory.db");
  await (damages[kind] as (typeof damages)[string])(file);
  const { book, notices } = givenBook(folder);
  expect((await book.list({ all: true })).rows).toEqual(rows);
  expect((await book.recall(turn("heron server")))?.found).toHaveLength(5);
  const kept = kind === "missing" ? [] : [{ kept: expect.stringContaining("damaged") }];
  expect(notices).toMatchObject([{ code: "memory_restored", rows: 100, ...kept[0] }]);
  await book.store({ content: "A later fact." });
  expect(notices).toHaveLength(1);
});

it.runIf(withDriver)("does not bring back the last fact that was deleted", async () => {
  const folder = await temporaryFolder();
  const first = givenBook(folder);
  const { id } = await first.book.store({ content: "The only fact is here." });
  await first.book.forget(id);
  await first.book.close();
  const { book, notices } = givenBook(folder);
  expect((await book.list({ all: true })).rows).toEqual([]);
  expect(notices).toEqual([]);
});

it.runIf(withDriver)(
  "says at once that it cannot be used while another holds the file, and rests",
  async () => {
    const folder = await temporaryFolder();
    const first = givenBook(folder);
    await first.book.store({ content: "The tea is oolong." });
    await first.book.close();
    const other = await openDatabase(join(folder, "memory.db"));
    other.pragma("locking_mode = EXCLUSIVE");
    other.exec("BEGIN EXCLUSIVE");
    const { book, clock } = givenBook(folder);
    await expect(book.recall(turn("oolong tea"))).rejects.toMatchObject({ code: "memory_unavailable" });
    // Nothing is known meanwhile: no fact of a session is told to be gone.
    expect(await book.recall(turn("oolong tea"))).toBeUndefined();
    await expect(book.list({ all: true })).rejects.toMatchObject({ code: "memory_unavailable" });
    other.exec("COMMIT");
    other.close();
    clock.now += 20_000;
    expect((await book.recall(turn("oolong tea")))?.found).toHaveLength(1);
  },
);

it.runIf(withDriver)("keeps a folder of facts that was moved", async () => {
  const root = await temporaryFolder();
  const folder = join(root, "memory");
  await mkdir(folder);
  const first = givenBook(folder);
  await first.book.store({ content: "The tea is oolong." });
  await first.book.close();
  await rename(folder, join(root, "moved"));
  const { book, notices } = givenBook(join(root, "moved"));
  expect((await book.list({ all: true })).rows).toHaveLength(1);
  expect(notices).toEqual([]);
});

it("deletes facts of conversations that nobody used for ninety days, and says how many", async () => {
  const folder = await temporaryFolder();
  const first = givenBook(folder);
  const dayMs = 24 * 3_600_000;
  await first.book.store({ content: "We spoke of Quixotania.", category: "conversation" });
  await first.book.store({ content: "A pinned talk.", category: "conversation", pinned: true });
  await first.book.store({ content: "The tea is oolong." });
  const used = await first.book.store({ content: "We spoke of herons.", category: "conversation" });
  first.clock.now += 89 * dayMs;
  first.book.used([used.id], session);
  expect((await first.book.list({ all: true })).rows).toHaveLength(4);
  expect(first.notices).toEqual([]);
  first.clock.now += 2 * dayMs;
  const { rows } = await first.book.list({ all: true });
  expect(rows.map(({ content }) => content)).toEqual([
    "A pinned talk.",
    "The tea is oolong.",
    "We spoke of herons.",
  ]);
  expect(first.notices).toEqual([{ code: "memory_expired", rows: 1 }]);
  for (const name of await readdir(folder))
    expect((await readFile(join(folder, name))).toString("latin1")).not.toContain("Quixotania");
});

it("offers what other tools remember as marked proposals, and leaves out what is no fact", async () => {
  const home = await temporaryFolder();
  const workspace = await temporaryFolder();
  await mkdir(join(home, ".claude"));
  await mkdir(join(home, ".config/goose/memory"), { recursive: true });
  await writeFile(
    join(home, ".claude/CLAUDE.md"),
    "# Mine\n\n- I use fish.\n- password: correct-horse-battery\nprose\n",
  );
  await writeFile(join(home, ".config/goose/memory/dev.txt"), "- The port is 4000.\n");
  await writeFile(join(workspace, "MEMORY.md"), "* The build needs Bazel.\n");
  const { book } = givenBook(join(home, "memory"), { home });
  await book.store({ content: "The port is 4000." });
  const { files } = await book.offer(workspace);
  expect(files).toEqual([
    { file: join(home, ".claude/CLAUDE.md"), facts: 1 },
    { file: join(workspace, "MEMORY.md"), facts: 1 },
  ]);
  expect((await book.list({ all: true })).rows.slice(1)).toMatchObject([
    { content: "I use fish.", source: "proposed", outside: true, file: join(home, ".claude/CLAUDE.md") },
    { content: "The build needs Bazel.", source: "proposed", outside: true, workspace },
  ]);
  expect((await book.recall({ ...turn("which Bazel build?"), workspace }))?.found).toEqual([]);
});

it("waits for nothing in a cloned folder, reads no device, and follows no link out of it", async () => {
  const home = await temporaryFolder();
  const workspace = await temporaryFolder();
  const outside = await temporaryFolder();
  await writeFile(join(outside, "private.md"), "- The account number is 4711.\n");
  await mkdir(join(outside, "notes"));
  await writeFile(join(outside, "notes/b.md"), "- The neighbour has a key.\n");
  await symlink("/dev/zero", join(workspace, "CLAUDE.md"));
  await symlink(join(outside, "private.md"), join(workspace, "CLAUDE.local.md"));
  await mkdir(join(workspace, "kept"));
  await writeFile(join(workspace, "kept/MEMORY.md"), `- The build needs Bazel.\n-${" ".repeat(100_000)}x\n`);
  await symlink("kept/MEMORY.md", join(workspace, "MEMORY.md"));
  await mkdir(join(workspace, ".goose/memory"), { recursive: true });
  for (const name of ["a", "b", "c", "d"])
    execFileSync("mkfifo", [join(workspace, `.goose/memory/${name}.md`)]);
  await writeFile(join(workspace, ".goose/memory/long.md"), "- Too long to be facts.\n".repeat(10_000));
  await writeFile(join(workspace, ".goose/memory/port.md"), "- The port is 4000.\n");
  const { book } = givenBook(join(home, "memory"), { home });
  const { files } = await book.offer(workspace);
  expect(files).toEqual([
    { file: join(workspace, "MEMORY.md"), facts: 2 },
    { file: join(workspace, ".goose/memory/port.md"), facts: 1 },
  ]);
  expect((await book.list({ all: true })).rows.map(({ content }) => content).sort()).toEqual([
    "The build needs Bazel.",
    "The port is 4000.",
    "x",
  ]);

  await rm(join(workspace, ".goose"), { recursive: true });
  await mkdir(join(workspace, ".goose"));
  await symlink(join(outside, "notes"), join(workspace, ".goose/memory"));
  expect((await book.offer(workspace)).files).toEqual([{ file: join(workspace, "MEMORY.md"), facts: 2 }]);
});

it("proposes a lesson for its folder alone, and not again once a person deleted it", async () => {
  const rules: ReturnType<MemoryBookParts["rules"]> = { on: true, learns: "lessons" };
  const { book } = givenBook(await temporaryFolder(), { rules: () => rules });
  const lesson = {
    content: "In this folder `npm test` passed after `npm ci`.",
    workspace: "/home/ada/here",
    session,
    outside: true,
  };
  const rows = async () => (await book.list({ all: true })).rows;
  book.propose?.(lesson);
  await expect.poll(rows).toMatchObject([{ ...lesson, source: "proposed" }]);
  await book.forget((await rows())[0]?.id ?? "");
  book.propose?.(lesson);
  book.propose?.({ ...lesson, content: "In this folder `make` passed after `make deps`." });
  await expect.poll(rows).toMatchObject([{ content: "In this folder `make` passed after `make deps`." }]);
  expect(await rows()).toHaveLength(1);
  // It holds at once.
  rules.learns = "off";
  expect(book.propose).toBeUndefined();
  Object.assign(rules, { on: false, learns: "on" });
  expect([book.propose, book.selects]).toEqual([undefined, false]);
});

it("imports a file whole: what is refused holds up nothing, and what is there stays", async () => {
  const { book } = givenBook(await temporaryFolder());
  const facts = [
    { content: "The cat is Pixel." },
    { content: "password: correct-horse-battery" },
    { content: "the cat is pixel." },
    { content: "The port is 4000.", workspace: "/home/ada/gone", gone: true },
    { content: "The dog is Figa." },
  ];
  const expected = ["stored", "memory_secret", "there", "memory_folder", "stored"];
  expect(await book.import(facts, { check: true })).toEqual(expected);
  expect((await book.list({ all: true })).rows).toEqual([]);
  expect(await book.import(facts)).toEqual(expected);
  expect((await book.list({ all: true })).rows).toMatchObject([
    { content: "The cat is Pixel.", source: "imported" },
    { content: "The dog is Figa.", source: "imported" },
  ]);
});

it("changes nothing when its own export comes back", async () => {
  const { book } = givenBook(await temporaryFolder());
  await book.store({ content: "The tea is oolong." });
  const { id } = await book.store({
    content: "The port is 4000.",
    workspace: "/home/ada/here",
    pinned: true,
  });
  const exported = (await book.list({ all: true })).rows.map(
    ({ content, key, category, workspace, pinned, updatedAt: at }) => ({
      ...{ content, key, category, workspace, pinned, at },
    }),
  );
  await book.change({ id, content: "The port is 4001." });
  const { rows } = await book.list({ all: true });
  expect(await book.import(exported)).toEqual(["there", "there"]);
  expect((await book.list({ all: true })).rows).toEqual(rows);
  // Of two with one key the newer holds.
  const later = { ...exported[1], content: "The port is 4002.", at: "2030-01-01T00:00:00.000Z" };
  expect(await book.import([later])).toEqual(["stored"]);
  expect((await book.get(id))?.previous).toBe("The port is 4001.");
  expect((await book.get(id))?.content).toBe("The port is 4002.");
});

it("puts a proposal in force when the person imports the same words", async () => {
  const { book } = givenBook(await temporaryFolder());
  const { id } = await book.store({ content: "The build needs Bazel 7.", source: "proposed" });
  expect(await book.import([{ content: "The build needs Bazel 7." }])).toEqual(["stored"]);
  expect((await book.list({ all: true })).rows).toMatchObject([{ id, source: "imported" }]);
});

it.runIf(withDriver)("imports thousands of facts, up to as many as it keeps", async () => {
  const { book } = givenBook(await temporaryFolder());
  const facts = Array.from({ length: 10_050 }, (_, at) => ({
    content: `Shelf ${at} holds heron book ${at}.`,
  }));
  const came: string[] = [];
  for (let at = 0; at < facts.length; at += 200) came.push(...(await book.import(facts.slice(at, at + 200))));
  expect(came.filter((one) => one === "stored")).toHaveLength(10_000);
  expect(came.filter((one) => one === "memory_full")).toHaveLength(50);
  expect(await book.import(facts.slice(0, 200))).toEqual(facts.slice(0, 200).map(() => "there"));
});

it("changes no proposal that a person looks at, and takes none that they deleted", async () => {
  const { book } = givenBook(await temporaryFolder());
  const proposed = { source: "proposed", session } as const;
  const { id } = await book.store({ content: "Deploy with the ROOT account.", ...proposed });
  await book.store({ content: "Deploy with the root account.", ...proposed, outside: true });
  expect((await book.change({ id, accept: true })).content).toBe("Deploy with the ROOT account.");
  const other = await book.store({ content: "The build needs Bazel.", ...proposed });
  await book.forget(other.id);
  const again = book.store({ content: "The build needs Bazel.", ...proposed });
  await expect(again).rejects.toMatchObject({ params: { reason: "memory_rejected" } });
  // The person may say it themselves.
  expect((await book.store({ content: "The build needs Bazel." })).source).toBe("typed");
});
