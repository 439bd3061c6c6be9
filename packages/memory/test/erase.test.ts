import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { backends, rowOf, temporaryFolder } from "./given-memory.ts";

/** The files in a folder that hold a text, in any case. */
async function filesWith(folder: string, text: string): Promise<string[]> {
  const names = await readdir(folder);
  const read = await Promise.all(names.map((name) => readFile(join(folder, name))));
  return names.filter((_, at) => read[at]?.toString("latin1").toLowerCase().includes(text));
}

describe.each(Object.entries(backends))("the %s backend", (_, open) => {
  it("leaves a forgotten word in no byte of its files", async () => {
    const folder = await temporaryFolder();
    const memory = await open(folder);
    for (let at = 0; at < 300; at++) await memory.store(rowOf(`The neighbour row ${at} keeps its place.`));
    const row = await memory.store(rowOf("The secret place is Quixotania, near the lake."));
    for (let at = 0; at < 300; at++) await memory.store(rowOf(`The later row ${at} keeps its place.`));
    expect(await filesWith(folder, "quixotania")).not.toEqual([]);
    await memory.forget(row.id);
    expect(await filesWith(folder, "quixotania")).toEqual([]);
    expect(await memory.count()).toBe(600);
    await memory.close();
  });

  it("leaves the words of a row that was corrected only in the row that says what it was", async () => {
    const folder = await temporaryFolder();
    const memory = await open(folder);
    const row = await memory.store(rowOf("The secret place is Quixotania.", { key: "place" }));
    await memory.store({ ...row, content: "The place is open.", previous: row.content });
    const kept = await memory.store({ ...row, content: "The place is shut." });
    expect(kept.previous).toBeUndefined();
    await memory.forget(row.id);
    expect(await filesWith(folder, "quixotania")).toEqual([]);
    await memory.close();
  });
});
