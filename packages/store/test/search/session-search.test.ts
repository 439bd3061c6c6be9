import { readdir, readFile, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Found, SessionSearch } from "@kestrel/core";
import { type EventBody, SessionId } from "@kestrel/protocol";
import { expect, it, onTestFinished } from "vitest";
import { type DataPaths, dataPaths, jsonlArchive, prepareFolders, sessionSearch } from "../../src/index.ts";
import { quickFolder } from "../temporary-data.ts";

const idOf = (number: number): SessionId => SessionId.parse(`s${String(number).padStart(8, "0")}`);

const cannotLoad = (): never => {
  throw new Error("the native part does not load here");
};

/** The driver's native part is optional; what needs it is not shown where it is not. */
const works = await import("better-sqlite3").then(
  ({ default: Driver }) => new Driver(":memory:").close() !== undefined,
  () => false,
);
const ways = works ? (["with the index", "without it"] as const) : (["without it"] as const);

async function givenFolder(): Promise<DataPaths> {
  const paths = dataPaths({ KESTREL_DATA_DIR: join(await quickFolder(), "data") });
  await prepareFolders(paths);
  return paths;
}

function searchOf(paths: DataPaths, way: (typeof ways)[number] = "with the index"): SessionSearch {
  const search = sessionSearch(paths, way === "without it" ? cannotLoad : undefined);
  onTestFinished(() => search.close());
  return search;
}

async function say(paths: DataPaths, number: number, bodies: readonly EventBody[]): Promise<void> {
  const archive = jsonlArchive(paths);
  const known = (await archive.ids()).includes(idOf(number));
  const log = await (known ? archive.open(idOf(number)) : archive.create(idOf(number)));
  await log.append(bodies);
  await log.close();
}

const turnId = "t1";
const person = (text: string): EventBody => ({ type: "turn.started", turnId, text });
const title = (text: string): EventBody => ({ type: "session.titled", title: text });
const piece = (text: string, offset: number): EventBody => ({
  type: "reply.text",
  turnId,
  step: 1,
  offset,
  text,
});
const completed: EventBody = { type: "reply.completed", turnId, step: 1, finish: "stop" };
const call = (argument: object): EventBody => ({
  type: "tool.requested",
  turnId,
  step: 1,
  callId: "c1",
  tool: "write",
  arguments: JSON.stringify(argument),
});
const output = (content: string): EventBody => ({
  type: "tool.finished",
  turnId,
  callId: "c1",
  outcome: "ok",
  content,
});

const ids = ({ found }: Found) => found.map(({ id }) => id);
const kinds = ({ found }: Found) => found.flatMap(({ places }) => places.map(({ kind }) => kind));

/** All of it, once everything has been taken in. */
async function settled(search: SessionSearch, words: string, indexed = works): Promise<Found> {
  for (;;) {
    const answer = await search.search(words);
    expect(answer.indexed).toBe(indexed);
    if (answer.searched === answer.of) return answer;
  }
}

it.each(ways)("finds what anybody said and did, and shows where, %s", async (way) => {
  const paths = await givenFolder();
  await say(paths, 1, [
    title("Fix the parser"),
    person("Why is the Timeout ignored in src/net/client.ts?"),
    piece("Because the cli", 0),
    piece("ent never reads it.", 15),
    completed,
    call({ path: "src/net/client.ts", content: "export const patience = 90;" }),
    output("Wrote src/net/client.ts\n缓存已经命中"),
  ]);
  await say(paths, 2, [person("Something else entirely")]);
  const search = searchOf(paths, way);
  const all = (words: string) => settled(search, words, works && way === "with the index");
  expect(kinds(await all("parser"))).toEqual(["title"]);
  expect(kinds(await all("timeout"))).toEqual(["person"]);
  expect(kinds(await all("patience"))).toEqual(["call"]);
  expect(kinds(await all("缓存"))).toEqual(["output"]);
  // The word was told in two pieces.
  const [{ places: [place] = [] } = {}] = (await all('"the client never"')).found;
  expect(place).toMatchObject({ kind: "reply", seq: 3 });
  expect(place?.snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join("")).toBe(
    "Because [the client never] reads it.",
  );
  expect(ids(await all("parser patience"))).toEqual([idOf(1)]);
  expect(ids(await all("parser entirely"))).toEqual([]);
});

it("puts a title before a message, and newer before older", async () => {
  const paths = await givenFolder();
  await say(paths, 1, [title("About kestrels")]);
  await say(paths, 2, [person("Tell me of kestrels")]);
  await say(paths, 3, [person("And more of kestrels")]);
  for (const number of [1, 2, 3]) {
    const time = new Date(Date.parse("2026-01-01T00:00:00Z") + number * 1000);
    await utimes(join(paths.sessions, `${idOf(number)}.jsonl`), time, time);
  }
  const answer = await settled(searchOf(paths), "kestrels");
  expect(ids(answer)).toEqual([idOf(1), idOf(3), idOf(2)]);
});

it("finds what was said since, also when it was said while nobody searched", async () => {
  const paths = await givenFolder();
  await say(paths, 1, [person("the first words"), piece("half a re", 0)]);
  const first = searchOf(paths);
  expect(ids(await settled(first, "first"))).toEqual([idOf(1)]);
  expect(ids(await settled(first, "half"))).toEqual([]);
  await first.close();
  await say(paths, 1, [piece("ply", 9), completed, person("the second words")]);
  const next = searchOf(paths);
  expect(kinds(await settled(next, "reply"))).toEqual(["reply"]);
  expect((await settled(next, "words")).found[0]?.places).toHaveLength(2);
});

it("never believes the index over the logs", async () => {
  const paths = await givenFolder();
  await say(paths, 1, [person("words that will go"), person("words that stay")]);
  const search = searchOf(paths);
  expect((await settled(search, "words")).found[0]?.places).toHaveLength(2);
  const log = join(paths.sessions, `${idOf(1)}.jsonl`);
  const [first = ""] = (await readFile(log, "utf8")).split("\n");
  await truncate(log, first.length + 1);
  expect((await settled(search, "words")).found[0]?.places).toHaveLength(1);
  expect(ids(await settled(search, "stay"))).toEqual([]);
});

it.runIf(works)("makes a damaged index anew, without a word lost", async () => {
  const paths = await givenFolder();
  await say(paths, 1, [person("words that are kept")]);
  const first = searchOf(paths);
  await settled(first, "kept");
  await first.close();
  const file = join(paths.data, "search.db");
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0x5a, 100, bytes.length));
  expect(ids(await settled(searchOf(paths), "kept"))).toEqual([idOf(1)]);
});

it.runIf(works)("leaves no word of a session that was put aside in any byte", async () => {
  const paths = await givenFolder();
  await say(paths, 1, [person("the password is zanzibarquux and 鸒鹂鹨")]);
  for (let number = 2; number < 40; number++) await say(paths, number, [person(`ordinary words ${number}`)]);
  const search = searchOf(paths);
  expect(ids(await settled(search, "zanzibarquux"))).toEqual([idOf(1)]);
  const bytes = async () => {
    const names = (await readdir(paths.data)).filter((name) => name.startsWith("search.db"));
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(paths.data, name)))));
  };
  expect((await bytes()).includes("barquux")).toBe(true);
  await jsonlArchive(paths).remove(idOf(1));
  await search.forget(idOf(1));
  expect((await bytes()).includes("barquux")).toBe(false);
  expect((await bytes()).includes("鹂")).toBe(false);
  expect(ids(await settled(search, "zanzibarquux"))).toEqual([]);
  expect(ids(await settled(search, '"ordinary words 7"'))).toEqual([idOf(7)]);
});

it("says how many it looked through where there is no index", async () => {
  const paths = await givenFolder();
  for (let number = 1; number <= 3; number++) await say(paths, number, [person("hello")]);
  const { searched, of, indexed } = await searchOf(paths, "without it").search("hello");
  expect({ searched, of, indexed }).toEqual({ searched: 3, of: 3, indexed: false });
});
