import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadLoadout, loadoutPlaces, loadoutShelf } from "../../src/index.ts";
import { buildFixture, start } from "../run-fixture.ts";
import { temporaryFolder } from "../temporary-data.ts";

const author = { url: "https://author.example/v1", key: "EXAMPLE_KEY" };
const connected = `[model]\nsource = "connect"\nurl = "${author.url}"\napi_key_env = "${author.key}"\n`;

/** A folder of configuration with a loadout in it by each name, and one elsewhere. */
async function givenLoadouts(...names: string[]) {
  const folder = await temporaryFolder();
  const [config, elsewhere] = [join(folder, "config"), join(folder, "kind.toml")];
  await mkdir(join(config, "loadouts"), { recursive: true });
  for (const name of names) await writeFile(join(config, "loadouts", `${name}.toml`), connected);
  await writeFile(elsewhere, connected);
  const shelf = loadoutShelf(config, undefined);
  return { folder, config, elsewhere, shelf, places: loadoutPlaces(config, shelf) };
}

it("a place that is forgotten is told with the loadouts that name it still", async () => {
  const { places, config } = await givenLoadouts("same", "other");
  await writeFile(join(config, "loadouts", "terse.toml"), 'persona = "You are terse."\n');
  await places.accept([author]);
  expect(await places.forget(author.url)).toEqual({ forgotten: [author], stillNamedBy: ["other", "same"] });
  expect((await (await givenLoadouts()).places.forget(author.url)).stillNamedBy).toEqual([]);
});

it("a loadout is among one's own by whatever link its folder is reached, and a link elsewhere makes none", async () => {
  const { folder, config, elsewhere, shelf, places } = await givenLoadouts("mine");
  const [link, away] = [join(folder, "link"), join(config, "loadouts", "away")];
  await symlink(join(config, "loadouts"), link);
  await symlink(folder, away);
  const unaccepted = async (file: string) => places.unaccepted(await loadLoadout(file));
  expect(await unaccepted(join(link, "mine.toml"))).toEqual([]);
  const asked = [{ seat: "lead", ...author }];
  expect(await unaccepted(elsewhere)).toEqual(asked);
  expect(await unaccepted(join(away, "kind.toml"))).toEqual(asked);
  // What is only about to be written lies there as well.
  expect(await shelf.holds(join(link, "new.loadout.json"))).toBe(true);
  const whole = join(folder, "whole");
  await symlink(config, whole);
  await rm(join(config, "loadouts"), { recursive: true });
  expect(await shelf.holds(join(whole, "loadouts", "new.loadout.json"))).toBe(true);
});

it("loses no yes that another process keeps in the same moment", async () => {
  const { config, places } = await givenLoadouts();
  const fixture = await buildFixture("accept-places");
  onTestFinished(fixture.remove);
  const others = ["one", "two", "three"].map((name) => start(process.execPath, [fixture.file, config, name]));
  await Promise.all(others.map((other) => other.until((line) => line === "ready")));
  for (const { child } of others) child.stdin?.write("go\n");
  expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(await places.accepted()).toHaveLength(30);
  // Nothing but what is kept lies there.
  expect((await readdir(config)).sort()).toEqual(["accepted-places.json", "loadouts"]);
});

it.each(["{", '{"places":[{"address":"x"}]}'])(
  "no yes holds in a file that cannot be read, and who says one is told of it: %s",
  async (text) => {
    const { config, elsewhere, places } = await givenLoadouts("mine");
    await places.accept([author]);
    const file = join(config, "accepted-places.json");
    await writeFile(file, text);
    expect(await places.unaccepted(await loadLoadout(elsewhere))).toEqual([{ seat: "lead", ...author }]);
    const other = { url: "https://other.example" };
    expect([await places.knows(author, []), await places.knows(other, [])]).toEqual([true, false]);
    for (const ask of [
      () => places.accept([other]),
      () => places.forget(author.url),
      () => places.accepted(),
    ])
      await expect(ask()).rejects.toMatchObject({
        code: "config_invalid",
        params: { file, reason: "not_kept" },
      });
    expect(await readFile(file, "utf8")).toBe(text);
  },
);
