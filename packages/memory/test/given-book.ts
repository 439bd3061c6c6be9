import { createHash } from "node:crypto";
import { onTestFinished } from "vitest";
import { openDatabase, readBounded } from "../../store/src/index.ts";
import { MemoryBook, type MemoryBookParts, type OpeningNotice } from "../src/index.ts";

let made = 0;

/** A book over a folder, with a clock that the test turns. */
export function givenBook(folder: string, more: Partial<MemoryBookParts> = {}) {
  const notices: OpeningNotice[] = [];
  const clock = { now: 1_760_000_000_000 };
  const book = new MemoryBook({
    folder,
    open: (file) => openDatabase(file, undefined, { timeout: 50 }),
    now: () => new Date(clock.now++),
    newId: () => `m${String(++made).padStart(10, "0")}`,
    digest: (text) => createHash("sha256").update(text).digest("hex"),
    home: "/home/nobody",
    readText: readBounded,
    rules: () => ({ on: true, learns: "off" }),
    notice: (notice) => void notices.push(notice),
    ...more,
  });
  onTestFinished(() => book.close());
  return { book, notices, clock };
}
