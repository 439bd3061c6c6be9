import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadoutPlaces, loadoutShelf } from "../../src/index.ts";
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
