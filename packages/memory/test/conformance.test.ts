import { describe, expect, it, onTestFinished } from "vitest";
import type { MemoryBackend } from "../src/index.ts";
import { backends, rowOf, temporaryFolder } from "./given-memory.ts";

/** What people and pages might put into a row: it comes back as it was. */
const hostile = [
  "",
  "\u0000 a NUL and \u0007 a bell",
  "# a heading\n```\na fence\n```\r\n",
  "a\u2028line\u2029separator",
  "'; DROP TABLE rows;-- \" ` $(x) {{y}} %_",
  "half a pair \ud83d and a whole 😀",
  "\u202eright to left\u202c",
  "x".repeat(100_000),
  "深色主题".repeat(1_000),
  '{"type":"memory"}',
];

describe.each(Object.keys(backends))("the %s backend", (kind) => {
  const open = async (folder?: string): Promise<MemoryBackend> => {
    const backend = await (backends[kind] as (typeof backends)[string])(folder ?? (await temporaryFolder()));
    onTestFinished(() => backend.close());
    return backend;
  };

  it("counts, gets and forgets what it stored", async () => {
    const memory = await open();
    expect(memory.kind).toBe(kind);
    expect(await memory.count()).toBe(0);
    const row = rowOf("The user's favourite drink is espresso.");
    expect(await memory.store(row)).toEqual(row);
    expect(await memory.count()).toBe(1);
    expect(await memory.get(row.id)).toEqual(row);
    expect(await memory.list({})).toEqual([row]);
    expect(await memory.health()).toBe(true);
    expect(await memory.forget("m0000000000unknown")).toBe(false);
    expect(await memory.forget(row.id)).toBe(true);
    expect(await memory.get(row.id)).toBeUndefined();
    expect(await memory.count()).toBe(0);
  });

  it("replaces a row of the same scope and key, which keeps its id and the time it was made", async () => {
    const memory = await open();
    const first = await memory.store(rowOf("The editor is Helix.", { key: "editor" }));
    const second = await memory.store(rowOf("The editor is Emacs.", { key: "editor" }));
    expect(second).toMatchObject({
      id: first.id,
      createdAt: first.createdAt,
      content: "The editor is Emacs.",
    });
    expect(second.updatedAt > first.updatedAt).toBe(true);
    expect(await memory.count()).toBe(1);
    expect(await memory.recall("Helix editor", {}, 5)).toEqual([]);
    expect(await memory.recall("Emacs editor", {}, 5)).toHaveLength(1);
    await memory.store(rowOf("The editor is vi.", { key: "editor", workspace: "/srv" }));
    expect(await memory.count()).toBe(2);
  });

  it("recalls no word of what was forgotten or replaced", async () => {
    const memory = await open();
    const row = await memory.store(rowOf("The codename is zanzibar.", { key: "codename" }));
    expect((await memory.recall("zanzibar", {}, 5)).map(({ score }) => score)).toEqual([1]);
    await memory.forget(row.id);
    expect(await memory.recall("zanzibar", {}, 5)).toEqual([]);
  });

  it("finds rows of a folder in that folder alone, and proposals nowhere", async () => {
    const memory = await open();
    await memory.store(rowOf("The kingfisher build needs Bazel."));
    await memory.store(rowOf("The kingfisher port is 4000.", { workspace: "/home/ada/one" }));
    await memory.store(rowOf("The kingfisher owner is Ada.", { source: "proposed" }));
    const found = async (workspace?: string) =>
      (await memory.recall("kingfisher", { workspace }, 5)).map(({ row }) => row.content).sort();
    expect(await found()).toEqual(["The kingfisher build needs Bazel."]);
    expect(await found("/home/ada/two")).toHaveLength(1);
    expect(await found("/home/ada/one")).toHaveLength(2);
    expect(await memory.list({ workspace: "/home/ada/two" })).toHaveLength(2);
    expect(await memory.list({ all: true })).toHaveLength(3);
  });

  it("lists a category", async () => {
    const memory = await open();
    await memory.store(rowOf("Soup needs salt.", { category: "recipes" }));
    await memory.store(rowOf("Tea needs water."));
    expect(await memory.list({ category: "recipes" })).toMatchObject([{ content: "Soup needs salt." }]);
  });

  it("brings back every text as it was, after it is opened again too", async () => {
    const folder = await temporaryFolder();
    const memory = await open(folder);
    const rows = hostile.map((content) => rowOf(content));
    for (const row of rows) await memory.store(row);
    expect(await memory.list({})).toEqual(rows);
    await memory.close();
    expect(await (await open(folder)).list({})).toEqual(rows);
  });

  it.each(["", '"', 'a"b', "*", "(x)", "'; DROP TABLE rows;--", "的", "的了吗", "?!", "x ".repeat(50_000)])(
    "answers a wish of any signs: %j",
    async (wish) => {
      const memory = await open();
      await memory.store(rowOf("The tea is oolong."));
      expect(await memory.recall(wish, {}, 5)).toEqual([]);
    },
  );

  it("gives at most as many as were asked for", async () => {
    const memory = await open();
    for (let at = 0; at < 8; at++) await memory.store(rowOf(`The heron server has disk ${at + 1_000}.`));
    expect(await memory.recall("heron server disks", {}, 5)).toHaveLength(5);
    expect(await memory.recall("heron server disks", {}, 0)).toEqual([]);
  });
});
