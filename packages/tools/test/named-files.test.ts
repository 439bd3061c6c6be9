import { describe, expect, it } from "vitest";
import { namedFiles } from "../src/index.ts";
import { workplace } from "./fixtures/workplace.ts";

const given = async () => {
  const place = await workplace();
  const named = namedFiles({ closedFolders: [] });
  return {
    ...place,
    paths: async (message: string) => (await named.namedIn(message, place.root)).map(({ path }) => path),
  };
};

describe("the files that a message names", () => {
  it.each([
    ["Fix cart.py, please.", ["cart.py"]],
    ["Fix ./cart.py", ["cart.py"]],
    ["`src/tax.js` and then cart.py", ["src/tax.js", "cart.py"]],
    ["the rate in tax.js is wrong", ["src/tax.js"]],
    ["修复cart.py中的错误", ["cart.py"]],
    ["把“说明.md”改短", ["说明.md"]],
    ["add a target to the Makefile", ["Makefile"]],
    ["cart.py.bak, mycart.py and old/cart.py are other files", []],
    ["run the config check in src", []],
    ["two of them: index.js", []],
    ["src/a/index.js alone", ["src/a/index.js"]],
  ])("%s", async (message, expected) => {
    const place = await given();
    for (const path of [
      "cart.py",
      "src/tax.js",
      "说明.md",
      "Makefile",
      "config",
      "src/a/index.js",
      "src/b/index.js",
    ])
      await place.put(path, "one\n");
    expect(await place.paths(message)).toEqual(expected);
  });

  it("are no secrets, nothing of git or of a package, nothing binary and nothing long", async () => {
    const place = await given();
    await place.put(".env", "KEY=1");
    await place.put(".git/hook.py", "x");
    await place.put("node_modules/a/entry.js", "x");
    await place.put("logo.png", new Uint8Array([0, 1, 2, 0]));
    await place.put("log.txt", "line\n".repeat(300));
    await place.put("big.txt", "x".repeat(30_000));
    expect(await place.paths("see .env hook.py entry.js logo.png log.txt big.txt")).toEqual([]);
  });

  it("are none in a folder that cannot be read", async () => {
    expect(await namedFiles({}).namedIn("fix a.py", "/nowhere/at/all")).toEqual([]);
  });
});
