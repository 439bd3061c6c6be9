import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { keptOutputs, outputKeeper } from "../../src/index.ts";

it("reads a long output back to a bound, and nothing that lies elsewhere", async () => {
  const home = await mkdtemp(join(tmpdir(), "kestrel-kept-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const folder = join(home, "relay");
  const long = `begin\n${"ein Wort, 字\n".repeat(900)}end\n`;
  const { spillFile = "" } = await outputKeeper(folder)(long, { outputLimit: 400, callName: "s-c1" });
  const kept = keptOutputs(folder);
  expect(await kept.read(spillFile, 1_000_000)).toBe(long);
  expect(await kept.read(spillFile, 20)).toBe(long.slice(0, 20));

  await mkdir(join(home, "other"));
  await writeFile(join(home, "other", "secret.txt"), "secret");
  await symlink(join(home, "other", "secret.txt"), join(folder, "link.txt"));
  const places = [
    join(home, "other", "secret.txt"),
    join(folder, "link.txt"),
    join(folder, "..", "other", "secret.txt"),
    join(folder, "none.txt"),
    "relay:s-c1",
    "",
  ];
  for (const place of places) expect(await kept.read(place, 100)).toBeUndefined();
});
