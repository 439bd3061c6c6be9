import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DataPaths, dataPaths, loadConfig } from "@kestrel/store";
import { expect, it, onTestFinished } from "vitest";
import { askableSeats } from "../../src/engine/askable-seats.ts";
import { placesOf } from "../../src/loadouts/compose-places.ts";

const author = { url: "https://author.example/v1", key: "EXAMPLE_KEY" };

async function givenPaths(): Promise<DataPaths> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-seats-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const paths = dataPaths({ KESTREL_DATA_DIR: folder });
  await mkdir(paths.config, { recursive: true });
  return paths;
}

/** The settings of a start with a loadout that lies elsewhere and whose lead is the author's. */
async function started(paths: DataPaths) {
  const file = join(paths.data, "kind.toml");
  await writeFile(
    file,
    `[model]\nsource = "connect"\nurl = "${author.url}"\napi_key_env = "${author.key}"\nname = "lead"\n`,
  );
  return loadConfig({ file: paths.configFile, environment: {}, flags: { loadout: file } });
}

const seat = { source: "connect", url: author.url, api_key_env: author.key, name: "small" };

it("a seat where the lead of a loadout from elsewhere is may be asked by a yes, and no more once that is taken back", async () => {
  const paths = await givenPaths();
  const places = placesOf(paths);
  await places.accept([author]);
  const mayAsk = askableSeats(await started(paths), paths);
  expect(await mayAsk(seat)).toBe(true);
  await places.forget(author.url);
  expect(await mayAsk(seat)).toBe(false);
});

it("a seat may be asked where a setting of the person's own leads, with the key that it names and no other", async () => {
  const paths = await givenPaths();
  await writeFile(
    paths.configFile,
    `[model]\nsource = "connect"\nurl = "${author.url}"\napi_key_env = "${author.key}"\n`,
  );
  const mayAsk = askableSeats(await loadConfig({ file: paths.configFile, environment: {} }), paths);
  expect(await mayAsk(seat)).toBe(true);
  expect(await mayAsk({ ...seat, api_key_env: "ANOTHER" })).toBe(false);
});
