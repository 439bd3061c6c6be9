import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { rounds } from "../../../test/soaking.ts";
import { workplace } from "./fixtures/workplace.ts";

const editor = `
  import { builtInTools, fileBlobs } from "./packages/tools/src/index.ts";
  const [root, data] = process.argv.slice(2);
  const nobody = { run: () => Promise.reject(new Error("nothing runs here")) };
  const tools = builtInTools({ commandRunner: nobody, blobs: fileBlobs(data), spillFolder: data, workerProgram: "" });
  const write = tools.find(({ spec }) => spec.name === "write");
  const seen = new Map();
  const context = { workspace: root, outputLimit: 8000, lastSeen: (path) => seen.get(path), show: () => {},
    cancel: new AbortController().signal, callName: "c" };
  for (let round = 0; ; round += 1) {
    const result = await write.run({ path: "a.txt", content: (round % 2 ? "a" : "b").repeat(1_000_000) }, context);
    for (const file of result.seen ?? []) seen.set(file.path, file.hash);
    if (round === 1) console.log("under way");
    if (result.outcome === "error") throw new Error(result.content);
  }
`;

it("leaves the old or the new file when it is killed in the middle, never a mixture", async () => {
  const place = await workplace();
  const program = join(place.outer, "editor.mjs");
  await build({
    stdin: { contents: editor, resolveDir: join(import.meta.dirname, "../../.."), loader: "ts" },
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["kestrel-source"],
    external: ["@vscode/ripgrep"],
    logLevel: "silent",
  });
  for (let round = 0; round < rounds(7, 20); round += 1) {
    const folder = `round-${round}`;
    await place.put(`${folder}/.keep`, "");
    const child = spawn(process.execPath, [program, join(place.root, folder), join(place.outer, "blobs")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    // A different moment each time; which one does not matter, that they differ does.
    await new Promise((resolve) => setTimeout(resolve, round));
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await place.text(`${folder}/a.txt`)).toMatch(/^(a{1000000}|b{1000000})$/);
    const left = await readdir(join(place.root, folder));
    expect(left.filter((name) => !/^(\.keep|a\.txt|\.kestrel-[0-9a-f]{12}\.tmp)$/.test(name))).toEqual([]);
  }
});
