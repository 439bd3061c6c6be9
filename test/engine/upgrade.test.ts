import { createHash } from "node:crypto";
import { cp, readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { SessionEvent } from "@kestrel/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { startWordServer } from "../bench/word-server.ts";
import { testEngine } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { type KestrelHome, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

type Places = { data: string; sessions: string; removed: string };
type EarlierState = { timeline: Iterable<object> };
type EarlierLog = {
  append(bodies: readonly object[]): Promise<unknown>;
  read(): AsyncIterable<SessionEvent>;
  damage(): object | undefined;
  close(): Promise<void>;
};

/** How version 0.1 itself read and wrote a data folder, recorded by `replays/record-store.mjs` from its last commit. */
const earlier = createRequire(import.meta.url)("../replays/store-0.1.cjs") as {
  jsonlArchive(paths: Places): {
    ids(): Promise<string[]>;
    open(id: string): Promise<EarlierLog>;
    remove(id: string): Promise<void>;
    restore(id: string): Promise<void>;
  };
  permissionBook(paths: Places, configured: object): { remembered(): Promise<readonly object[]> };
  deviceFile(paths: Places): Promise<{ knows(token: string): boolean }>;
  emptySession: EarlierState;
  evolve(state: EarlierState, event: SessionEvent): EarlierState;
  summarise(state: EarlierState): object;
};

/** What version 0.1 had left: two sessions, a deleted one, a rule, a trusted folder, a browser that logged in, its port. */
const before = join(import.meta.dirname, "../replays/data-0.1");
const names = ["permissions.json", "trusted-workspaces.json", "devices.json", "port"];

async function given() {
  const server = await startWordServer(async (say) => say("Yes."));
  onTestFinished(() => server.close());
  const home = await kestrelHome({ config: `[model]\nurl = "${server.url}"\n` });
  await cp(before, home.dataFolder, { recursive: true });
  const does = async (...words: string[]) => {
    const outcome = await kestrel(home, words, { input: "" });
    expect(outcome).toMatchObject({ code: 0 });
    return outcome.out;
  };
  return { home, does };
}

type Listed = { sessions: { id: string; title: string }[] };
const idsIn = (out: string) => (JSON.parse(out) as Listed).sessions.map(({ id }) => id).sort();

/** Files of a folder as they are, by name. */
async function filesIn(folder: string, only?: readonly string[]): Promise<Record<string, string>> {
  const found = only ?? (await readdir(folder));
  return Object.fromEntries(
    await Promise.all(found.map(async (name) => [name, await readFile(join(folder, name), "utf8")])),
  );
}

/** Goes through all that a later version can do to what is there. */
async function usesAll(home: KestrelHome, does: (...words: string[]) => Promise<string>) {
  const [one = "", two = ""] = idsIn(await does("sessions", "list", "--json"));
  expect(await does("sessions", "show", one)).toContain("Yes.");
  await does("sessions", "rename", one, "Birds of the coast");
  await does("sessions", "tag", one, "kept");
  await does("sessions", "archive", two);
  const deleted = (await readdir(join(home.dataFolder, "removed"))).filter((name) => name.endsWith(".jsonl"));
  const three = deleted[0]?.split(".", 1)[0] ?? "";
  await does("sessions", "restore", three);
  await does("tokens", "add", "dashboard");
  await does("run", "-q", "a new question");
  expect(await does("sessions", "search", "hello")).toContain("Birds of the coast");
  expect(await does("permissions", "list")).toContain("command: npm test");
  return [one, two, three];
}

describe("a data folder of version 0.1", () => {
  it("loses nothing under this version: each log goes on behind the bytes that were there", async () => {
    const { home, does } = await given();
    const settled = await filesIn(home.dataFolder, names);
    const logs = await filesIn(join(home.dataFolder, "sessions"));
    const deleted = Object.values(await filesIn(join(home.dataFolder, "removed")));
    const used = await usesAll(home, does);
    await does("stop");
    expect(await filesIn(home.dataFolder, names)).toEqual(settled);
    const now = await filesIn(join(home.dataFolder, "sessions"));
    for (const [name, text] of Object.entries(logs)) expect(now[name]?.startsWith(text)).toBe(true);
    expect(now[`${used[2]}.jsonl`]?.startsWith(deleted[0] ?? "-")).toBe(true);
    // What an older version reads as well: the first format of events, each line with its sum.
    const lines = Object.entries(now).flatMap(([name, text]) =>
      name.endsWith(".jsonl") ? text.trimEnd().split("\n") : [],
    );
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ v: 1, c: expect.any(String) });
    const sum = createHash("sha256").update("a browser").digest("hex");
    expect(settled["devices.json"]).toContain(sum);
  });

  it("is whole for the earlier version afterwards, which writes in it, and for this one after that", async () => {
    const { home, does } = await given();
    const [one = "", two = "", three = ""] = await usesAll(home, does);
    const all = await idsOf(does);
    await does("stop");
    const archive = earlier.jsonlArchive(placesIn(home));
    expect((await archive.ids()).sort()).toEqual(all);
    for (const id of all) {
      const { state, damage, told } = await readByEarlier(home, id);
      expect(damage).toBeUndefined();
      expect(earlier.summarise(state)).toMatchObject({ id });
      expect(told).toContain("Yes.");
    }
    expect((await readByEarlier(home, one)).told).toContain("hello");
    const rules = await earlier.permissionBook(placesIn(home), {}).remembered();
    expect(JSON.stringify(rules)).toContain("command: npm test");
    expect((await earlier.deviceFile(placesIn(home))).knows("a browser")).toBe(true);

    const log = await archive.open(one);
    const turnId = "t0fromearlier";
    await log.append([
      { type: "turn.started", turnId, text: "a kingfisher from the earlier version" },
      { type: "turn.ended", turnId, reason: "cancelled" },
    ]);
    await log.close();
    await archive.remove(two);
    await archive.remove(three);
    await archive.restore(three);

    expect(await does("sessions", "show", one)).toContain("a kingfisher from the earlier version");
    expect(await does("sessions", "search", "kingfisher")).toContain(one);
    expect(await idsOf(does)).toEqual(all.filter((id) => id !== two));
    await does("sessions", "restore", two);
    expect(await idsOf(does)).toEqual(all);
    expect(await does("tokens")).toContain("dashboard");
  });
});

describe.skipIf(testEngine === undefined)("a session of this version", () => {
  it("is read by the earlier one: thoughts, commands, changes and an undo in it are no damage", async () => {
    const home = await kestrelHome({ scripts: standardScripts, files: standardFiles });
    const does = (...words: string[]) => kestrel(home, [...words, "--model", home.model], { input: "" });
    await does("run", "--approve", "edits", "[[edit]] say good evening");
    const [id = ""] = idsIn((await kestrel(home, ["sessions", "list", "--json"], { input: "" })).out);
    for (const words of ["[[think-shell]]", "[[shell-fails]]", "[[parallel]]", "[[zh]] 翠鸟", "[[write]]"])
      await kestrel(home, ["run", "-r", id, "--approve", "all", words], { input: "" });
    const undone = await kestrel(home, ["undo", "--session", id, "--turn", "1"], { input: "" });
    expect(undone).toMatchObject({ code: 0 });
    await kestrel(home, ["stop"], { input: "" });
    const { damage, told } = await readByEarlier(home, id);
    expect(damage).toBeUndefined();
    for (const words of [
      "say good evening",
      "翠鸟",
      "你好",
      "Both of the files",
      "First I look at the version.",
    ])
      expect(told).toContain(words);
  });
});

/** What the earlier version makes of a log: the session, what it finds damaged, and all that was said and done in it. */
async function readByEarlier(home: KestrelHome, id: string) {
  const log = await earlier.jsonlArchive(placesIn(home)).open(id);
  let state = earlier.emptySession;
  for await (const event of log.read()) state = earlier.evolve(state, event);
  await log.close();
  return { state, damage: log.damage(), told: JSON.stringify([...state.timeline]) };
}

const placesIn = ({ dataFolder: data }: KestrelHome) => ({
  data,
  sessions: join(data, "sessions"),
  removed: join(data, "removed"),
});

/** All that are listed, archived ones too. */
async function idsOf(does: (...words: string[]) => Promise<string>): Promise<string[]> {
  const archived = idsIn(await does("sessions", "list", "--archived", "--json"));
  return [...new Set([...idsIn(await does("sessions", "list", "--json")), ...archived])].sort();
}
