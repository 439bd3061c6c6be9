import { execFile } from "node:child_process";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { readGgufHeader } from "../../src/models/gguf-header.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

const u32 = (value: number) => Buffer.from(new Uint32Array([value]).buffer);
const u64 = (value: number | bigint) => Buffer.from(new BigUint64Array([BigInt(value)]).buffer);
const text = (value: string) => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
const begins = (tensors: number | bigint, entries: number | bigint) =>
  Buffer.concat([Buffer.from("GGUF"), u32(3), u64(tensors), u64(entries)]);
const entry = (key: string, ...value: Buffer[]) => Buffer.concat([text(key), ...value]);
const many = (count: number, make: (at: number) => Buffer) =>
  Buffer.concat(Array.from({ length: count }, (_, at) => make(at)));

type Bad = { says: string; header: () => Buffer; holes?: number; taken?: true };

/** What a file may claim: counts, lengths, holes. `holes` is the size the file is stretched to, in bytes; `taken`: odd, and soon read. */
const bad: readonly Bad[] = [
  { says: "entries without end", header: () => begins(0, 2n ** 50n), holes: 2 ** 40 },
  { says: "tensors without end", header: () => begins(2n ** 50n, 0), holes: 2 ** 40 },
  {
    says: "as many tensors as there may be, all of nothing",
    taken: true,
    header: () => begins(32_768, 0),
    holes: 2 ** 40,
  },
  { says: "a key of a gigabyte", header: () => Buffer.concat([begins(0, 1), u64(2 ** 30)]), holes: 2 ** 31 },
  {
    says: "a value of a gigabyte",
    header: () => Buffer.concat([begins(0, 2), text("a"), u32(8), u64(2 ** 30)]),
    holes: 2 ** 31,
  },
  {
    says: "many keys of fifteen megabytes",
    header: () => Buffer.concat([begins(0, 120), u64(15_000_000)]),
    holes: 2 ** 31,
  },
  {
    says: "a list of texts without end",
    header: () => Buffer.concat([begins(0, 1), text("a"), u32(9), u32(8), u64(2n ** 52n)]),
    holes: 2 ** 42,
  },
  {
    says: "as long a list of empty texts as may be, again and again",
    taken: true,
    header: () => Buffer.concat([begins(0, 4096), text("a"), u32(9), u32(8), u64(2_000_000)]),
    holes: 2 ** 36,
  },
  {
    says: "a list of numbers beyond the file",
    header: () => Buffer.concat([begins(0, 1), text("a"), u32(9), u32(6), u64(2 ** 40)]),
  },
  {
    says: "lists in lists",
    header: () =>
      Buffer.concat([begins(0, 1), text("a"), u32(9), many(20_000, () => Buffer.concat([u32(9), u64(1)]))]),
  },
  {
    says: "dimensions without end",
    header: () => Buffer.concat([begins(1, 0), text("w"), u32(2 ** 31)]),
    holes: 2 ** 36,
  },
  {
    says: "values that fill the memory",
    header: () =>
      Buffer.concat([
        begins(0, 4096),
        many(4096, (at) => entry(`k${at}`, u32(9), u32(0), u64(2048), Buffer.alloc(2048))),
      ]),
  },
  {
    says: "a tensor larger than any number",
    header: () =>
      Buffer.concat([
        begins(1, 0),
        text("w"),
        u32(4),
        u64(2n ** 52n),
        u64(2n ** 52n),
        u64(2n ** 52n),
        u64(1),
        u32(0),
        u64(0),
      ]),
  },
  { says: "only its magic, and then a hole", header: () => Buffer.from("GGUF"), holes: 2 ** 40 },
];

describe("a file that claims to be a model", () => {
  const givenPath = async () => join(await temporaryFolder(), "m.gguf");

  it.each(bad)("with $says is read or refused soon, in little memory", async ({ header, holes, taken }) => {
    const path = await givenPath();
    await writeFile(path, header());
    if (holes !== undefined) {
      const file = await open(path, "r+");
      await file.truncate(holes);
      await file.close();
    }
    const before = process.memoryUsage.rss();
    const started = process.cpuUsage();
    const { result, blockedMs } = await longestBlock(() =>
      readGgufHeader(path).catch((error: unknown) => error),
    );
    const { user, system } = process.cpuUsage(started);
    expect(result).toMatchObject(taken ? { bytes: holes } : { code: "model_file_invalid" });
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
    expect((user + system) / 1e6).toBeLessThan(5);
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 2 ** 20);
  });

  it.skipIf(process.platform === "win32")("and is a pipe that nobody writes to holds nobody up", async () => {
    const path = await givenPath();
    await promisify(execFile)("mkfifo", [path]);
    await expect(readGgufHeader(path)).rejects.toMatchObject({ params: { reason: "not_a_file" } });
  });
});
