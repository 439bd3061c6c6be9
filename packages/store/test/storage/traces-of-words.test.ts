import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SessionId } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { eraseTypedLines, tracesOfWords } from "../../src/index.ts";
import { temporaryData } from "../temporary-data.ts";

const fact = 'The "heron" key is under Quixotania.';

it("names the logs, the trash and the files that have a text, also over the end of a piece that is read", async () => {
  const paths = await temporaryData();
  const logged = JSON.stringify({ text: `note: ${fact.toUpperCase()}` });
  const log = (folder: string, name: string, text: string) => writeFile(join(folder, name), text);
  await log(paths.sessions, "s0000000001.jsonl", "{}\n".repeat(5));
  await log(paths.sessions, "s0000000002.jsonl", `${"x".repeat((1 << 18) - 20)}${logged}`);
  await log(paths.sessions, "s0000000003.jsonl.torn-1", logged);
  await log(paths.removed, "s0000000004.1760000000000.jsonl", logged);
  await mkdir(join(paths.data, "memory"));
  const damaged = join(paths.data, "memory", "memory.db.damaged-1");
  await writeFile(damaged, `\0\0${fact}\0`);
  // One that was given the fact before it was corrected, and one whose log is gone.
  const given = ["s0000000001", "s0000000009"].map((id) => SessionId.parse(id));
  expect((await tracesOfWords(paths, ["no such words"], given)).sessions).toEqual(["s0000000001"]);
  expect(await tracesOfWords(paths, ["no such words", fact])).toEqual({
    sessions: ["s0000000002", "s0000000003"],
    removed: ["s0000000004"],
    files: [damaged],
  });
});

it("erases typed lines with a text, and leaves the others as they are", async () => {
  const paths = await temporaryData();
  expect(await eraseTypedLines(paths, [fact])).toBe(0);
  const folder = join(paths.data, "history");
  await mkdir(folder);
  const lines = ["hello", `/remember ${fact}`, "two\nlines", `remember that ${fact.toLowerCase()}`];
  await writeFile(join(folder, "a.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await writeFile(join(folder, "b.jsonl"), `${JSON.stringify("bye")}\n`);
  expect(await eraseTypedLines(paths, [fact])).toBe(2);
  expect(await readFile(join(folder, "a.jsonl"), "utf8")).toBe('"hello"\n"two\\nlines"\n');
  expect(await readdir(folder)).toEqual(["a.jsonl", "b.jsonl"]);
});

it("finds a fact among the arguments of a call, and in capitals of any language", async () => {
  const paths = await temporaryData();
  const call = { arguments: JSON.stringify({ text: `${fact} Un \u00c9t\u00c9.` }) };
  await writeFile(join(paths.sessions, "s0000000001.jsonl"), JSON.stringify(call));
  for (const text of [fact, "un \u00e9t\u00e9."])
    expect((await tracesOfWords(paths, [text])).sessions).toEqual(["s0000000001"]);
});

it("leaves lines that only have a short text among others", async () => {
  const paths = await temporaryData();
  await mkdir(join(paths.data, "history"));
  const file = join(paths.data, "history", "a.jsonl");
  const lines = ["commit with git", "/remember git", "git", "hello"];
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  expect(await eraseTypedLines(paths, ["git"])).toBe(2);
  expect(await readFile(file, "utf8")).toBe('"commit with git"\n"hello"\n');
  // It is told where the word is left.
  expect((await tracesOfWords(paths, ["git"])).files).toEqual([file]);
});
