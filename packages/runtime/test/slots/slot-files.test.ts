import { readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SessionId } from "@kestrel/protocol";
import { SlotFiles } from "@kestrel/runtime";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

async function given(mostBytes: number) {
  const above = await temporaryFolder();
  const files = new SlotFiles(join(above, "slots"), mostBytes);
  let clock = 1_000;
  /** As the engine writes it: readable by others, and of now. */
  const save = async (session: SessionId, bytes: number, key = "key") => {
    if (!(await files.makeRoom(session))) return false;
    const name = files.nameOf(session, key);
    await writeFile(join(files.folder, name), Buffer.alloc(bytes), { mode: 0o644 });
    clock += 10;
    await utimes(join(files.folder, name), clock, clock);
    await files.keep(name);
    return true;
  };
  return { files, save, names: async () => (await readdir(files.folder).catch(() => [])).sort() };
}

const [one, two, three] = [1, 2, 3].map((index) => SessionId.parse(`s0000000${index}`)) as [
  SessionId,
  SessionId,
  SessionId,
];

describe("slot files", () => {
  it("are for this user alone, one for each session, and gone with it", async () => {
    const { files, save, names } = await given(1_000);
    await save(one, 100, "before");
    await save(one, 100, "after");
    await save(two, 100);
    expect(await names()).toEqual([`${one}.after.slot`, `${two}.key.slot`]);
    expect((await stat(files.folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(files.folder, `${two}.key.slot`))).mode & 0o777).toBe(0o600);
    await files.forget(one);
    expect(await names()).toEqual([`${two}.key.slot`]);
    expect(await files.has(one)).toBe(false);
  });

  it("stay within their bounds: the oldest go, and what is larger than all is not tried again", async () => {
    const { save, names } = await given(250);
    for (const session of [one, two, three]) await save(session, 100);
    expect(await names()).toEqual([`${two}.key.slot`, `${three}.key.slot`]);
    expect(await save(one, 400)).toBe(true);
    expect(await names()).not.toContain(`${one}.key.slot`);
    expect(await save(one, 100)).toBe(false);
  });

  it("are none where none are wanted", async () => {
    const { save, names } = await given(0);
    expect(await save(one, 1)).toBe(false);
    expect(await names()).toEqual([]);
  });
});
