import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { startWordServer } from "../bench/word-server.ts";
import { type KestrelHome, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

const run = promisify(execFile);

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

  // An earlier build reads it only where there is one: `KESTREL_BESIDE=…/dist/kestrel.cjs`.
  it.skipIf(process.env.KESTREL_BESIDE === undefined)(
    "is whole for the earlier build afterwards, and for this one after that",
    async () => {
      const { home, does } = await given();
      const used = await usesAll(home, does);
      const all = idsIn(await does("sessions", "list", "--json"));
      await does("stop");
      const earlier = async (...words: string[]) => {
        const asked = run(process.execPath, [process.env.KESTREL_BESIDE ?? "", ...words], {
          cwd: home.workspace,
          env: home.environment,
        });
        asked.child.stdin?.end();
        return (await asked).stdout;
      };
      const archived = idsIn(await earlier("sessions", "list", "--archived", "--json"));
      expect([...idsIn(await earlier("sessions", "list", "--json")), ...archived].sort()).toEqual(
        [...new Set([...all, ...used])].sort(),
      );
      expect(await earlier("sessions", "show", used[0] ?? "")).toContain("hello");
      expect(await earlier("permissions", "list")).toContain("command: npm test");
      await earlier("run", "-q", "back again");
      await earlier("stop");
      expect(idsIn(await does("sessions", "list", "--json"))).toHaveLength(all.length + 1);
      expect(await does("tokens")).toContain("dashboard");
    },
  );
});
