import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { BoundedFile, partsOf } from "../src/bounded-file.ts";

async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-bounded-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const lost = (count: number) => `${count} lost\n`;
const line = (number: number) => `line ${String(number).padStart(4, "0")}\n`;

it("keeps the newest lines whole in three parts of a bounded size, for this user alone", async () => {
  const path = join(await givenFolder(), "daemon.log");
  const file = new BoundedFile(path, 1_000, lost);
  for (let number = 1; number <= 1_000; number++) {
    file.write(line(number));
    await file.settled();
  }
  const parts = await Promise.all(partsOf(path).map((part) => readFile(part, "utf8")));
  for (const part of parts) expect(part.length).toBeLessThanOrEqual(1_000);
  const kept = parts.join("");
  const first = 1_000 - kept.length / line(1).length + 1;
  expect(first).toBeLessThan(900);
  expect(kept).toBe(Array.from({ length: 1_000 - first + 1 }, (_, at) => line(first + at)).join(""));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it("loses lines where nothing can be written, throws nothing, and says how many were lost as soon as it can", async () => {
  const folder = join(await givenFolder(), "later");
  const path = join(folder, "daemon.log");
  const file = new BoundedFile(path, 1_000, lost);
  file.write(line(1));
  file.write(line(2));
  await file.settled();
  file.writeNow(line(3));
  await mkdir(folder);
  file.write(line(4));
  await file.settled();
  expect(await readFile(path, "utf8")).toBe(`\n3 lost\n${line(4)}`);
});

it("follows no link and writes into nothing but a file", async () => {
  const folder = await givenFolder();
  const [target, link, inPlace] = [join(folder, "target"), join(folder, "link"), join(folder, "folder")];
  await writeFile(target, "theirs\n");
  await symlink(target, link);
  await mkdir(inPlace);
  for (const path of [link, inPlace]) {
    const file = new BoundedFile(path, 1_000, lost);
    file.write(line(1));
    await file.settled();
    file.writeNow(line(2));
  }
  expect(await readFile(target, "utf8")).toBe("theirs\n");
});

it("holds no more than a bound for a disk that is slower than what is reported", async () => {
  const path = join(await givenFolder(), "daemon.log");
  const file = new BoundedFile(path, 10_000_000, lost);
  const long = `${"x".repeat(99_999)}\n`;
  for (let number = 0; number < 20; number++) file.write(long);
  await file.settled();
  file.write(line(1));
  await file.settled();
  const text = await readFile(path, "utf8");
  expect(text.length).toBeLessThan(600_000);
  expect(text.slice(0, 8)).toBe("15 lost\n");
  expect(text.endsWith(`x\n${line(1)}`)).toBe(true);
});
