import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, followTestSession } from "../daemon/test-session.ts";
import { testEngine, testTmux } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { type KestrelHome, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { screenAlone } from "../terminal/opened-screens.ts";

const lean = (model: string) => `persona = "You are terse."
skills = []
[metadata]
name = "lean"
version = "1"
[model]
source = "self"
path = ${JSON.stringify(model)}
window = 16384
[tools]
core = ["read", "search"]
[permission]
deny = ["path: secrets/**"]
`;

/** The same, in another order and with other line ends. */
const shuffled = (model: string) =>
  lean(model)
    .replace(/\[metadata\]\nname = "lean"\nversion = "1"\n/, "")
    .replace('["read", "search"]', '["search", "read"]')
    .concat('[metadata]\nversion = "1"\nname = "lean"\n')
    .replaceAll("\n", "\r\n");

async function shelve(home: Pick<KestrelHome, "dataFolder">, name: string, text: string): Promise<string> {
  const folder = join(home.dataFolder, "config", "loadouts");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.toml`), text);
  return folder;
}

/** The first event of the one session there is. */
async function opened({ dataFolder }: KestrelHome) {
  const folder = join(dataFolder, "sessions");
  const [log = ""] = (await readdir(folder)).filter((name) => name.endsWith(".jsonl"));
  const [line = ""] = (await readFile(join(folder, log), "utf8")).split("\n");
  return JSON.parse(line).body;
}

describe.skipIf(testEngine === undefined)("a loadout, on a real llama-server", () => {
  it("is counted by its own model, and the same bytes in two places, two orders and two locales", async () => {
    const [here, there] = [
      await kestrelHome({ scripts: standardScripts }),
      await kestrelHome({ scripts: standardScripts }),
    ];
    const folder = await shelve(here, "lean", lean(here.model));
    const other = await shelve(there, "lean", shuffled(here.model));
    there.environment.LC_ALL = "tr_TR.UTF-8";
    const checked = await kestrel(here, ["loadout", "check", "lean", "--json"]);
    expect(checked.code, checked.err).toBe(0);
    expect(JSON.parse(checked.out)).toMatchObject({ ok: true, bill: { exact: true, window: 16_384 } });
    for (const home of [here, there])
      expect((await kestrel(home, ["loadout", "build", "lean"])).code).toBe(0);
    const built = await readFile(join(folder, "lean.loadout.json"), "utf8");
    expect(await readFile(join(other, "lean.loadout.json"), "utf8")).toBe(built);
    // Built once more it is what it was, down to its history.
    expect((await kestrel(here, ["loadout", "build", "lean"])).code).toBe(0);
    expect(await readFile(join(folder, "lean.loadout.json"), "utf8")).toBe(built);

    for (const [home, name] of [
      [here, "lean@built"],
      [there, "lean"],
    ] as const) {
      const ran = await kestrel(home, ["run", "Hello?", "--loadout", name]);
      expect(ran.code, ran.err).toBe(0);
    }
    const [first, second] = [await opened(here), await opened(there)];
    expect(first.loadout).toEqual({
      name: "lean",
      digest: JSON.parse(built).digest,
      deny: ["path: secrets/**"],
    });
    expect(second.loadout).toEqual(first.loadout);
    expect(JSON.stringify(second.prefix)).toBe(JSON.stringify(first.prefix));
    expect(first.prefix.tools.map(({ name }: { name: string }) => name)).toEqual(["read", "search"]);
  });

  it("says which seats are empty, and why one is refused that names the lead's own model", async () => {
    const home = await kestrelHome({ scripts: standardScripts });
    const [model, copilot] = ["model", "crew.copilot"].map((table) => `[${table}]\npath = "${home.model}"\n`);
    await shelve(home, "crewed", `${model}source = "self"\n${copilot}`);
    const counted = await kestrel(home, ["loadout", "check", "crewed"]);
    expect(counted.code, counted.err).toBe(0);
    expect(counted.out).toContain("The summarizer is not used: it is set to the main model");
    expect(counted.out).toMatch(/^Roles without a model: reviewer \(.+\), retriever \(.+\)\.$/m);
    const unseen = await kestrel(home, ["loadout", "check", "crewed", "--estimate", "--json"]);
    expect(JSON.parse(unseen.out).refused).toEqual([{ role: "copilot", why: "not_ready" }]);
  });

  it("begins every session with the same prefix: the second finds the first one's in the cache", async () => {
    const daemon = await startTestDaemon({
      scripts: standardScripts,
      config: 'ahead = "off"\n',
    });
    const home = { dataFolder: join(daemon.workspace, "..", "data") };
    await shelve(home, "lean", lean("/nowhere.gguf").replace(/\[model\][^[]*/, ""));
    const cached: (number | undefined)[] = [];
    const turn = async (text: string) => {
      const { session } = await daemon.client.call("openSession", {
        body: { workspace: daemon.workspace, loadout: "lean" },
      });
      const followed = followTestSession(daemon, session.id);
      await followed.turn(text);
      cached.push(bodiesOf(followed.events, "reply.completed")[0]?.usage?.cached);
      return bodiesOf(followed.events, "session.opened")[0];
    };
    const one = await turn("Hello?");
    const two = await turn("Hello? What else?");
    expect(two?.loadout).toEqual(one?.loadout);
    const fixed = JSON.stringify(one?.prefix).length / 8;
    expect(cached[1]).toBeGreaterThan(fixed);
  });

  it("that is changed after it was built, over budget or without its parts is refused with the reason", async () => {
    const home = await kestrelHome({ scripts: standardScripts });
    const folder = await shelve(home, "wide", `persona = "${"wordy ".repeat(900)}"\n`);
    const wide = await kestrel(home, ["loadout", "build", "wide", "--json"]);
    expect(wide.code).toBe(3);
    expect(JSON.parse(wide.out)).toMatchObject({ ok: false, excess: { part: "persona", limit: 400 } });
    const used = await kestrel(home, ["loadout", "use", "wide"]);
    expect(used).toMatchObject({ code: 3 });
    expect(used.err).toContain("400");
    await shelve(home, "gone", 'skills = ["pdf"]\n');
    const gone = await kestrel(home, ["loadout", "check", "gone", "--json"]);
    expect(gone.code).toBe(3);
    expect(JSON.parse(gone.out)).toMatchObject({ problems: [{ key: "skills", name: "pdf" }] });
    const away = (name: string) => join(folder, name);
    await shelve(
      home,
      "alone",
      `[model]\nsource = "self"\npath = "${away("a.gguf")}"\n[crew.copilot]\npath = "${away("b.gguf")}"\n[[adapter.lora]]\npath = "${away("c.gguf")}"\n`,
    );
    const alone = await kestrel(home, ["loadout", "check", "alone", "--estimate", "--json"]);
    expect(alone.code).toBe(3);
    expect(JSON.parse(alone.out).problems).toEqual([
      { key: "model.path", name: away("a.gguf") },
      { key: "adapter.lora", name: away("c.gguf") },
      { key: "crew.copilot.path", name: away("b.gguf") },
    ]);
    const keyless = `[model]\nsource = "connect"\nurl = "http://127.0.0.1:9"\napi_key_env = "KESTREL_TEST_NO_KEY"\n`;
    await shelve(home, "keyless", keyless);
    const unset = await kestrel(home, ["loadout", "check", "keyless", "--estimate", "--json"]);
    expect(unset.code).toBe(3);
    const named = [{ key: "model.api_key_env", name: "KESTREL_TEST_NO_KEY" }];
    expect(JSON.parse(unset.out)).toMatchObject({ ok: false, problems: named });
    const taken = await kestrel(home, ["loadout", "use", "keyless", "--accept"]);
    expect(taken).toMatchObject({ code: 3 });
    expect(taken.err).toContain("KESTREL_TEST_NO_KEY");
    await shelve(home, "fine", 'persona = "Fine."\n');
    await kestrel(home, ["loadout", "build", "fine", "--estimate"]);
    const file = join(folder, "fine.loadout.json");
    await writeFile(file, (await readFile(file, "utf8")).replaceAll("Fine.", "Obey."));
    const forged = await kestrel(home, ["run", "Hello?", "--loadout", "fine@built"]);
    expect(forged.code).toBe(3);
    expect(forged.err).toContain("fine.loadout.json");
  });

  it("is shown, removed and brought back, but not while the next start begins with it", async () => {
    const home = await kestrelHome({ scripts: standardScripts });
    const folder = await shelve(home, "mine", "persona = 7\n");
    const file = join(folder, "mine.toml");
    const shown = await kestrel(home, ["loadout", "show", "mine"]);
    expect(shown).toMatchObject({ code: 0, out: "persona = 7\n" });
    expect(shown.err).toContain(file);
    await shelve(home, "mine", 'persona = "Mine."\n');
    expect((await kestrel(home, ["loadout", "use", "mine"])).code).toBe(0);
    const refused = await kestrel(home, ["loadout", "remove", "mine"]);
    expect(refused.code).toBe(3);
    expect(refused.err).toContain("loadout use none");
    expect((await kestrel(home, ["loadout", "use", "none"])).code).toBe(0);
    const removed = await kestrel(home, ["loadout", "remove", "mine"]);
    expect(removed.out).toContain("loadout restore mine");
    expect((await kestrel(home, ["loadout", "show", "mine"])).code).toBe(3);
    expect((await kestrel(home, ["loadout", "restore", "mine"])).code).toBe(0);
    expect(await readFile(file, "utf8")).toBe('persona = "Mine."\n');
    const taken = await kestrel(home, ["loadout", "new", "mine"]);
    expect(taken.err).toContain("is not available");
    expect(taken.err).toContain("the name is taken");
    // What is wrong is a file, and what is not to be had a name: only the one is to be corrected.
    await shelve(home, "wrong", "persona = 7\n");
    const wrong = await kestrel(home, ["loadout", "check", "wrong"]);
    expect(wrong.err).toMatch(/wrong\.toml was refused, line 1.*Correct it\.$/m);
    const missed = await kestrel(home, ["loadout", "check", "wrung"]);
    expect(missed).toMatchObject({ code: 3 });
    expect(missed.err).toMatch(/did you mean wrong\?/);
    expect(missed.err).not.toContain("Correct it");
    const coder = await kestrel(home, ["loadout", "remove", "coder"]);
    expect(coder.err).toContain("comes with Kestrel");
  });

  it.skipIf(testTmux === undefined)(
    "of the shelf is what a session begins with where a daemon runs already, in its stricter mode; one that names a model is not",
    async () => {
      const home = await kestrelHome({ scripts: standardScripts });
      await shelve(home, "terse", 'persona = "Be terse."\n[permission]\nmode = "plan"\n');
      await shelve(home, "other", `[model]\nsource = "self"\npath = "${home.model}"\n`);
      await screenAlone(home);
      const ran = await kestrel(home, ["run", "Who are you?", "--loadout", "terse", "--json"]);
      expect(ran.code).toBe(0);
      expect(await opened(home)).toMatchObject({ mode: "plan", loadout: { name: "terse" } });
      const refused = await kestrel(home, ["run", "Who are you?", "--loadout", "other"]);
      expect(refused.code).toBe(2);
    },
  );
});

describe("a loadout that was built", () => {
  it("makes another one of its bytes, and no TOML of its JSON", async () => {
    const home = await kestrelHome({});
    const folder = join(home.dataFolder, "config", "loadouts");
    const typed = (...words: string[]) => kestrel(home, ["loadout", ...words]);
    expect((await typed("build", "coder", "--estimate")).code).toBe(0);
    const made = await typed("new", "later", "--from", "coder@built");
    expect(made.out).toContain("loadout check later@built");
    const [one, other] = ["later.loadout.json", "coder.loadout.json"].map((name) => join(folder, name));
    expect(await readFile(one ?? "", "utf8")).toBe(await readFile(other ?? "", "utf8"));
    expect(await readdir(folder)).not.toContain("later.toml");
    expect((await typed("check", "later@built", "--estimate")).code).toBe(0);
  });
});
