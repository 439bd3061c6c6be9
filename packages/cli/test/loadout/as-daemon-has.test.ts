import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { asDaemonHas } from "../../src/loadout/as-daemon-has.ts";
import { shelfTable } from "../../src/loadout/loadout-lines.ts";

const say = await speaker("en");
const shelved = (name: string, inForce: boolean) =>
  ({ name, file: `/l/${name}.toml`, from: "user", built: false, imported: false, inForce }) as const;
const all = [shelved("lean", false), shelved("fat", true)];
const table = (theirs: string | null | undefined) => shelfTable(asDaemonHas(all, theirs), "/l", say);

it("what the user's file names holds from the next start on while a daemon runs that began without it", () => {
  expect(table("/l/lean.toml")).toEqual([
    expect.stringMatching(/^\* +lean +in use/),
    expect.stringMatching(/^ +fat +from the next start on/),
  ]);
  expect(table(null).join()).not.toContain("in use");
  expect(table("/l/fat.toml")[1]).toMatch(/^\* +fat +in use/);
});

it("is in force where no daemon runs: the next start is the next command", () => {
  expect(table(undefined)[1]).toMatch(/^\* +fat +in use/);
});
