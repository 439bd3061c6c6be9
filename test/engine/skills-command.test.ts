import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type KestrelHome, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

/** The built program, without a daemon, a model or an engine. */
describe("kestrel skills", () => {
  let home: KestrelHome;
  beforeAll(async () => {
    home = await kestrelHome({ scripts: {} });
  });
  const asJson = async (...words: string[]) => {
    const { code, out, err } = await kestrel(home, ["skills", ...words, "--json"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return JSON.parse(out);
  };

  it("lists what there is, and which of it is on; shows one; turns one off and on", async () => {
    const { folders, skills: none } = await asJson("list");
    expect(none).toEqual([]);
    for (const name of ["birds", "bees"]) {
      mkdirSync(join(folders.skills, name), { recursive: true });
      writeFileSync(
        join(folders.skills, name, "SKILL.md"),
        `---\nname: ${name}\ndescription: Name ${name}.\n---\nLook up ${name}.\n`,
      );
    }
    const off = await asJson("off", "bees");
    expect(off.skills.map(({ name, on }: { name: string; on: boolean }) => [name, on])).toEqual([
      ["bees", false],
      ["birds", true],
    ]);
    const { out } = await kestrel(home, ["skills"]);
    expect(out).toMatch(/^ {2}off +\/bees +yours +line ~\d+ +~\d+ tokens +Name bees\.$/m);
    expect(out).toMatch(/^ {2}on +\/birds /m);
    expect((await asJson("show", "birds")).text).toMatch(/Look up birds\.$/);
    expect((await asJson("on", "bees")).skills.every(({ on }: { on: boolean }) => on)).toBe(true);
  });

  it.each([
    [["skills", "show"], 2],
    [["skills", "perhaps", "birds"], 2],
    [["skills", "show", "nothing"], 1],
    [["skills", "show", "plan"], 1],
    [["skills", "off", "nothing"], 1],
  ])("%j ends with %i", async (words, code) => {
    expect((await kestrel(home, words)).code).toBe(code);
  });
});
