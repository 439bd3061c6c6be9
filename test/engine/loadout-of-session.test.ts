import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { type KestrelHome, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { type TmuxScreen, tmuxScreen } from "../terminal/tmux-screen.ts";

/** The user's loadouts, whose model lies in a folder where Kestrel looks. */
async function givenHome(): Promise<KestrelHome> {
  const home = await kestrelHome({ scripts: standardScripts });
  const config = join(home.dataFolder, "config");
  await writeFile(
    join(config, "config.toml"),
    `[models]\nfolders = [${JSON.stringify(join(home.model, ".."))}]\n`,
  );
  await mkdir(join(config, "skills", "ledger"), { recursive: true });
  const skill = "---\nname: ledger\ndescription: How the accounts are kept.\n---\nIn cents.\n";
  await writeFile(join(config, "skills", "ledger", "SKILL.md"), skill);
  return home;
}

const own = async ({ dataFolder }: KestrelHome) =>
  readdir(join(dataFolder, "config", "loadouts")).catch(() => []);

/** Each question as it stands at the end of the screen, and the line that answers it. */
async function answer(screen: TmuxScreen, question: RegExp, line: string): Promise<string> {
  const shown = await screen.shows(new RegExp(`${question.source}[^\\n]*$`));
  if (line !== "") await screen.type(line);
  await screen.press("Enter");
  return shown;
}

/** What it costs so far, after the last answer. */
function soFar(shown: string): number {
  const all = [...shown.matchAll(/so far: ~?([\d,]+)/g)];
  return Number(all.at(-1)?.[1]?.replaceAll(",", ""));
}

describe.skipIf(testTmux === undefined || testEngine === undefined)("a new loadout at a terminal", () => {
  it("is asked for part by part with what it costs, checked, saved, and does one real task", async () => {
    const home = await givenHome();
    const screen = await tmuxScreen(home, ["loadout", "new", "accounts"]);
    await screen.resize(100, 60);
    const models = await screen.shows(/Which one\? \(a number[^\n]*$/);
    const [, place = ""] = /^ +(\d+) +model\b/m.exec(models) ?? [];
    await answer(screen, /Which one\?/, "99");
    await screen.shows(/Numbers from 1 to/);
    await answer(screen, /Which one\?/, place);
    await answer(screen, /Window in tokens\?/, "12");
    await answer(screen, /A number from 256 to[\s\S]*Window in tokens\?/, "8192");
    const bare = await answer(screen, /so far: [\s\S]*Persona:/, "You keep the accounts.");
    expect(bare).toMatch(/its models take ~[\d.]+ [KMG]iB/);
    const words = await answer(screen, /so far: [\s\S]*so far: [\s\S]*Memory seed:/, "");
    expect(soFar(words)).toBeGreaterThan(soFar(bare));
    const tools = await answer(screen, /Which ones are left out\?/, "3-8");
    const lines = await answer(screen, /Only these: which\?/, /^ +(\d+) +ledger/m.exec(tools)?.[1] ?? "1");
    expect(soFar(lines)).toBeLessThan(soFar(words));
    await answer(screen, /In which mode/, "1");
    await answer(screen, /Which seats are taken\?/, "3");
    await answer(screen, /Which model is the critic\?/, place);
    await answer(screen, /Window in tokens\?/, "");
    await answer(screen, /What is it good for/, "The shop's accounts.");
    const checked = await screen.shows(/Save it as accounts\.toml\?[^\n]*$/);
    expect(checked).toContain("accounts · 1 · The shop's accounts.");
    expect(checked).toContain("Within its budgets.");
    // Before the yes there is nothing.
    expect(await own(home)).toEqual([]);
    await answer(screen, /Save it as accounts\.toml\?/, "y");
    await answer(screen, /What is it to do first/, "Hello?");
    await screen.shows(/ended 0$/);
    expect(await own(home)).toEqual(["accounts.toml"]);
    const text = await readFile(join(home.dataFolder, "config", "loadouts", "accounts.toml"), "utf8");
    expect(text).toContain('persona = "You keep the accounts."');
    expect(text).toContain(`path = ${JSON.stringify(home.model)}`);
    expect(text).toContain("window = 8_192".replace("_", ""));
    expect(text).toMatch(/core = \[ "\w+", "\w+" \]/);
    expect(text).toContain('skills = [ "ledger" ]');
    expect(text).toContain('mode = "plan"');
    expect(text).toContain("[crew.critic]");
    const [log = ""] = (await readdir(join(home.dataFolder, "sessions"))).filter((name) =>
      name.endsWith(".jsonl"),
    );
    const [first = ""] = (await readFile(join(home.dataFolder, "sessions", log), "utf8")).split("\n");
    const { body } = JSON.parse(first);
    const told = await kestrel(home, ["loadout", "check", "accounts", "--json", "--estimate"]);
    expect(body.loadout).toMatchObject({ name: "accounts", digest: JSON.parse(told.out).digest });
    expect(body).toMatchObject({ mode: "plan" });
    expect(body.prefix.tools).toHaveLength(3);
  });

  it("leaves nothing behind a Ctrl+C, a no, or a name that is taken", async () => {
    const home = await givenHome();
    const left = await tmuxScreen(home, ["loadout", "new", "gone"]);
    await answer(left, /Which one\?/, "");
    await left.shows(/Persona:[^\n]*$/);
    await left.press("C-c");
    await left.shows(/Nothing was written\.\s+ended 130$/);
    const refused = await tmuxScreen(home, ["loadout", "new", "gone"]);
    for (const question of [
      /Which one\?/,
      /Persona:/,
      /Memory seed:/,
      /left out\?/,
      /Only these:/,
      /which mode/,
      /Which seats/,
      /good for/,
      /Save it as/,
    ])
      await answer(refused, question, "");
    await refused.shows(/Nothing was written\.\s+ended 0$/);
    expect(await own(home)).toEqual([]);
    // Without a terminal it is the blank file that it always was.
    const blank = await kestrel(home, ["loadout", "new", "gone"]);
    expect(blank.code).toBe(0);
    expect(await own(home)).toEqual(["gone.toml"]);
    const taken = await tmuxScreen(home, ["loadout", "new", "gone"]);
    await taken.shows(/ended 2$/);
  });

  it("/loadout names the one of the session and all there are", async () => {
    const home = await givenHome();
    const screen = await tmuxScreen(home, ["--loadout", "ctf-reader", "--model", home.model]);
    await screen.shows(/›/);
    await screen.tell(
      "/loadout",
      /The next session begins with ctf-reader\.[\s\S]*ctf-reader +in force, comes with Kestrel/,
    );
    await screen.tell("Hello?", /plain answer\.[\s\S]*tok\/s/);
    await screen.tell("/loadout", /This session began with ctf-reader, digest [0-9a-f]{32}\./);
  });
});
