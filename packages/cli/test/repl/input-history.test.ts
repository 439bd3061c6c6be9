import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { InputHistory } from "../../src/repl/input-history.ts";

function historyFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "kestrel-history-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "history", "folder.jsonl");
}

describe("the lines typed in a folder", () => {
  it("come back one after the other, and at the end the draft", () => {
    const file = historyFile();
    const history = new InputHistory(() => file);
    for (const line of ["one", "two", "two", " ", "three\nlines"]) history.add(line);
    expect(history.older("a draft")).toBe("three\nlines");
    expect(history.older("")).toBe("two");
    expect(history.older("")).toBe("one");
    expect(history.older("")).toBeUndefined();
    expect(history.newer()).toBe("two");
    expect(history.newer()).toBe("three\nlines");
    expect(history.newer()).toBe("a draft");
    expect(history.newer()).toBeUndefined();
  });

  it("outlive the terminal, in a file for the user alone", () => {
    const file = historyFile();
    new InputHistory(() => file).add("remembered");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(new InputHistory(() => file).older("")).toBe("remembered");
  });

  it("do not grow without end, and survive a damaged line", () => {
    const file = historyFile();
    const history = new InputHistory(() => file);
    history.add("first");
    writeFileSync(file, `${readFileSync(file, "utf8")}not json\n`);
    expect(new InputHistory(() => file).older("")).toBe("first");
    for (let index = 0; index < 1_200; index++) history.add(`line ${index}`);
    expect(readFileSync(file, "utf8").trim().split("\n").length).toBeLessThanOrEqual(1_000);
  });

  it("are no failure where nothing can be written", () => {
    const history = new InputHistory(() => "/dev/null/history.jsonl");
    history.add("kept in mind");
    expect(history.older("")).toBe("kept in mind");
  });
});
