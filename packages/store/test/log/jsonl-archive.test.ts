import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { jsonlArchive } from "../../src/index.ts";
import { temporaryData } from "../temporary-data.ts";
import { seqs, titled } from "./stories.ts";

const one = SessionId.parse("s00000001");
const two = SessionId.parse("s00000002");

describe("the archive", () => {
  it("knows the logs it made, and no other file", async () => {
    const paths = await temporaryData();
    const archive = jsonlArchive(paths);
    for (const id of [one, two]) await (await archive.create(id)).close();
    await writeFile(join(paths.sessions, "s00000001.torn-1"), "x");
    await writeFile(join(paths.sessions, "notes.jsonl"), "x");
    expect([...(await archive.ids())].sort()).toEqual([one, two]);
  });

  it("makes files for this user alone", async () => {
    const paths = await temporaryData();
    const log = await jsonlArchive(paths).create(one);
    await log.append([titled("a")]);
    expect((await stat(join(paths.sessions, `${one}.jsonl`))).mode & 0o777).toBe(0o600);
    await log.close();
  });

  it("refuses to create one id twice and to open one that is not there", async () => {
    const archive = jsonlArchive(await temporaryData());
    await (await archive.create(one)).close();
    await expect(archive.create(one)).rejects.toMatchObject({ code: "session_busy" });
    await expect(archive.open(two)).rejects.toMatchObject({ code: "session_not_found" });
    const outside = "../../etc/passwd" as SessionId;
    await expect(archive.open(outside)).rejects.toMatchObject({ code: "session_not_found" });
    await expect(archive.remove(outside)).rejects.toMatchObject({ code: "session_not_found" });
  });

  it("gives two who open one log the same writer", async () => {
    const archive = jsonlArchive(await temporaryData());
    const first = await archive.create(one);
    const second = await archive.open(one);
    await Promise.all([first.append([titled("a")]), second.append([titled("b")])]);
    await first.close();
    await expect(first.append([titled("late")])).rejects.toMatchObject({ code: "log_unwritable" });
    await second.append([titled("c")]);
    expect(await seqs(second)).toEqual([1, 2, 3]);
    await second.close();
    const third = await archive.open(one);
    expect((await third.append([titled("d")]))[0]?.seq).toBe(4);
    await third.close();
  });

  it("keeps nothing of a log that never had an event, and puts aside one that had", async () => {
    const paths = await temporaryData();
    const archive = jsonlArchive(paths);
    await (await archive.create(one)).close();
    const log = await archive.create(two);
    await log.append([titled("a")]);
    await log.close();
    for (const id of [one, two]) await archive.abandon(id);
    expect(await readdir(paths.sessions)).toEqual([]);
    expect(await readdir(paths.removed)).toEqual([expect.stringContaining(two)]);
  });

  it("puts a log aside, brings it back as it was, and destroys it only when it is old enough", async () => {
    const paths = await temporaryData();
    let time = Date.parse("2026-01-01T00:00:00Z");
    const archive = jsonlArchive(paths, () => new Date(time));
    const log = await archive.create(one);
    await log.append([titled("a")]);
    await log.close();
    await writeFile(join(paths.sessions, `${one}.torn-1`), "x");

    await archive.remove(one);
    expect(await archive.ids()).toEqual([]);
    await expect(archive.open(one)).rejects.toMatchObject({ code: "session_not_found" });
    await archive.restore(one);
    const again = await archive.open(one);
    expect(await seqs(again)).toEqual([1]);
    await again.close();
    await expect(archive.restore(one)).rejects.toMatchObject({ code: "session_not_found" });

    await archive.remove(one);
    time += 1000;
    await archive.purge(2000);
    expect(await readdir(paths.removed)).toHaveLength(1);
    time += 1000;
    await archive.purge(2000);
    expect(await readdir(paths.removed)).toEqual([]);
    expect(await readdir(paths.sessions)).toEqual([]);
  });
});
