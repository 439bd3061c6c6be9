import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Journal } from "../src/bridge/journal.ts";
import type { Incoming } from "../src/port.ts";
import { fullDisk } from "./kit/full-disk.ts";

const words = (key: string): Incoming => ({
  ...{ key, sender: "ada", vouched: true, text: `Message ${key}` },
  from: { chat: "ada", kind: "direct" },
});

async function given() {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-journal-"));
  const disk = { isFull: false };
  await fullDisk(() => disk.isFull);
  const opened: Journal[] = [];
  onTestFinished(async () => {
    for (const journal of opened) await journal.close();
    await rm(folder, { recursive: true, force: true });
  });
  const open = async () => {
    const journal = await Journal.in(folder);
    opened.push(journal);
    return journal;
  };
  return { disk, open };
}

const keysIn = (journal: Journal) => [...journal.inbox.keys()];

describe("a journal on a disk that is full for a while", () => {
  it("knows no message that it could not write, and takes it when it comes again", async () => {
    const { disk, open } = await given();
    const journal = await open();
    disk.isFull = true;
    await expect(journal.take([words("1")], "c1", 0)).rejects.toMatchObject({ code: "ENOSPC" });
    expect(journal.knows("1")).toBe(false);
    expect(journal.cursor).toBe(undefined);
    // Nothing to write is no trouble.
    expect(await journal.take([], undefined, 0)).toEqual([]);
    disk.isFull = false;
    expect(await journal.take([words("1")], "c1", 0)).toEqual([words("1")]);
    const next = await open();
    expect([keysIn(next), next.cursor]).toEqual([["1"], "c1"]);
  });

  it("keeps what it takes after half a line, over a restart too", async () => {
    const { disk, open } = await given();
    const journal = await open();
    await journal.take([words("1")], "c1", 0);
    disk.isFull = true;
    await expect(journal.take([words("2")], "c2", 0)).rejects.toThrow("ENOSPC");
    await expect(journal.done("1")).rejects.toThrow("ENOSPC");
    expect(keysIn(journal)).toEqual(["1"]);
    disk.isFull = false;
    await journal.take([words("3")], "c3", 0);
    const next = await open();
    expect([keysIn(next), next.cursor]).toEqual([["1", "3"], "c3"]);
  });

  it("takes what came twice at once again, where the first could not be written", async () => {
    const { disk, open } = await given();
    const journal = await open();
    disk.isFull = true;
    const first = journal.take([words("1")], undefined, 0).finally(() => {
      disk.isFull = false;
    });
    const second = journal.take([words("1")], undefined, 0);
    await expect(first).rejects.toThrow("ENOSPC");
    expect(await second).toEqual([words("1")]);
    const both = await Promise.all([2, 2].map(() => journal.take([words("2")], undefined, 0)));
    expect(both.map(({ length }) => length)).toEqual([1, 0]);
  });
});
