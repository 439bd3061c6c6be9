import { open, symlink, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hashOf } from "../src/place/file-content.ts";
import { workplace } from "./fixtures/workplace.ts";

const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

describe("reading a file", () => {
  it("shows a short one as it is, and remembers it by the hash of its bytes", async () => {
    const place = await workplace();
    await place.put("a.txt", "one\n\ntwo\n");
    const result = await place.run("read", { path: "./a.txt" });
    expect(result).toEqual({
      outcome: "ok",
      content: "one\n\ntwo",
      seen: [{ path: "a.txt", hash: hashOf(Buffer.from("one\n\ntwo\n")) }],
    });
  });

  it("shows a long one in parts, and each part says how to go on", async () => {
    const place = await workplace();
    await place.put("long.txt", numbers(450));
    const first = await place.run("read", { path: "long.txt" });
    expect(first.content).toMatch(/^line 1\n.*line 200\n\[lines 1-200 of 450; go on with offset 201\]$/s);
    const last = await place.run("read", { path: "long.txt", offset: 401 });
    expect(last.content).toMatch(/^line 401\n.*line 450\n\[lines 401-450 of 450\]$/s);
    const few = await place.run("read", { path: "long.txt", offset: 10, limit: 2 });
    expect(few.content).toBe("line 10\nline 11\n[lines 10-11 of 450; go on with offset 12]");
    expect((await place.run("read", { path: "long.txt", offset: 451 })).content).toBe(
      "The file has 450 lines; offset 451 is past its end.",
    );
  });

  it("stays within the limit on output, whole lines only", async () => {
    const place = await workplace({}, 1000);
    await place.put("wide.txt", `${"x".repeat(300)}\n`.repeat(10));
    const { content } = await place.run("read", { path: "wide.txt" });
    expect(content.length).toBeLessThanOrEqual(1000);
    expect(content).toMatch(/\[lines 1-2 of 10; go on with offset 3\]$/);
  });

  it("cuts a long line and says how long it is", async () => {
    const place = await workplace();
    await place.put("one.json", "y".repeat(50_000));
    const { content } = await place.run("read", { path: "one.json" });
    expect(content).toMatch(/^y+… \[50000 characters in this line\]$/);
    expect(content.length).toBeLessThanOrEqual(2000);
  });

  it("shows lines without carriage returns and byte order mark", async () => {
    const place = await workplace();
    await place.put("dos.txt", "\ufeffone\r\ntwo\r\n");
    expect((await place.run("read", { path: "dos.txt" })).content).toBe("one\ntwo");
  });

  it("names what it cannot show", async () => {
    const place = await workplace();
    await place.put("image.png", new Uint8Array([0x89, 0x50, 0, 1, 2]));
    await place.put("broken.txt", Buffer.concat([Buffer.from("é, caf"), Buffer.from([0xe9, 0x0a])]));
    await place.put("empty.txt", "");
    expect((await place.run("read", { path: "image.png" })).content).toBe(
      "image.png is binary (5 bytes); it is not shown.",
    );
    expect((await place.run("read", { path: "broken.txt" })).content).toBe(
      "é, caf\ufffd\n[not valid UTF-8; \ufffd stands for broken bytes]",
    );
    expect((await place.run("read", { path: "empty.txt" })).content).toBe("[empty file]");
    expect((await place.run("read", { path: "none.txt" })).content).toMatch(
      /^There is no none\.txt\. Files here: /,
    );
  });

  it("says which file a wrong path may have meant, and the call that comes next", async () => {
    const place = await workplace();
    for (const path of [".git/HEAD", "cart.py", "lib/parse.py", "lib/tax.js", "lib/old/tax.js"])
      await place.put(path, "x\n");
    const answer = async (path: string, tool = "read") =>
      (await place.run(tool, { path, pattern: "x", old: "x", new: "y" })).content;
    expect(await answer(".git/cart.py")).toBe(
      'There is no .git/cart.py. The file is cart.py: call read with {"path": "cart.py"}.',
    );
    await place.put(".git/cart.py", "junk\n");
    expect(await answer(".git/cart.py")).toBe(
      '.git/cart.py belongs to git. The file is cart.py: call read with {"path": "cart.py"}.',
    );
    expect(await answer(".git/HEAD")).toBe(
      '.git/HEAD belongs to git. Ask git: call shell with {"command": "git status"}.',
    );
    expect(await answer("lib/pars.py")).toContain("The file is lib/parse.py");
    expect(await answer("cart.js")).toContain("The file is cart.py");
    expect(await answer("src/tax.js")).toBe(
      "There is no src/tax.js. Near: lib/tax.js, lib/old/tax.js. Read one of them.",
    );
    expect(await answer("invoice.md")).toBe(
      "There is no invoice.md. Files here: cart.py, lib/parse.py, lib/tax.js, lib/old/tax.js.",
    );
    expect(await answer("lib/pars.py", "search")).toContain("The file is lib/parse.py");
    expect(await answer("lib/pars.py", "edit")).toContain("The file is lib/parse.py");
    expect(await answer("none.txt", "read")).not.toContain(".git");
  });

  it("looks into a file of many gigabytes without taking it in", async () => {
    const place = await workplace();
    const path = await place.put("huge.log", numbers(100_000));
    await truncate(path, 10 * 1024 ** 3);
    const flat = await place.put("flat.json", "");
    const file = await open(flat, "w");
    const block = Buffer.alloc(1024 * 1024, "z");
    for (let block_ = 0; block_ < 200; block_ += 1) await file.write(block);
    await file.close();
    const before = process.memoryUsage().rss;
    const head = await place.run("read", { path: "huge.log" });
    expect(head.content).toMatch(/\[lines 1-200 of a 10,737,418,240 byte file; go on with offset 201\]$/);
    expect(head.seen).toBeUndefined();
    expect((await place.run("read", { path: "huge.log", offset: 99_000, limit: 1 })).content).toMatch(
      /^line 99000\n/,
    );
    expect((await place.run("read", { path: "flat.json" })).content).toMatch(
      /^z+… \[more than 67108864 characters in this line\]\n\[lines 1-1 of a 209,715,200 byte file; go on/,
    );
    // The smaller of the two has 200 MiB; the rest is room for what other tests of this process leave behind.
    expect(process.memoryUsage().rss - before).toBeLessThan(160 * 1024 * 1024);
    expect((await place.run("edit", { path: "huge.log", old: "line 1", new: "x" })).content).toMatch(
      /too large/,
    );
  });
});

describe("reading a folder", () => {
  it("lists its names, folders and links marked, odd names spelled out", async () => {
    const place = await workplace();
    await place.put("src/a.ts", "");
    await place.put("b.txt", "");
    await place.put("evil\n\u202egnp.exe", "");
    await symlink("b.txt", join(place.root, "link"));
    expect((await place.run("read", { path: "." })).content).toBe(
      "b.txt\nevil⟨U+000A⟩⟨U+202E⟩gnp.exe\nlink@\nsrc/",
    );
    expect((await place.run("read", { path: "src/" })).content).toBe("a.ts");
  });

  it("says how many there are where nobody counts them at a glance", async () => {
    const place = await workplace();
    for (let index = 1; index <= 12; index += 1) await place.put(`some/f${index}`, "");
    expect((await place.run("read", { path: "some" })).content).not.toContain("[");
    await place.put("some/f13", "");
    expect((await place.run("read", { path: "some" })).content).toMatch(/\nf9\n\[13 entries\]$/);
    expect((await place.run("read", { path: "some", offset: 13 })).content).toBe("f9\n[entries 13-13 of 13]");
  });

  it("lists a crowded one in parts", async () => {
    const place = await workplace();
    for (let index = 100; index < 350; index += 1) await place.put(`many/f${index}`, "");
    const first = await place.run("read", { path: "many" });
    expect(first.content).toMatch(/^f100\n.*f299\n\[entries 1-200 of 250; go on with offset 201\]$/s);
    expect((await place.run("read", { path: "many", offset: 201 })).content).toMatch(/^f300\n/);
  });
});

it("a path in /tmp is refused with the way to what a command left there", async () => {
  const { run } = await workplace();
  for (const path of ["/tmp/out.txt", "/var/tmp/out.txt"])
    expect((await run("read", { path })).content).toBe(
      `${path} is outside the workspace. Only shell reaches what a command left in /tmp: show it with cat, or copy it into the workspace.`,
    );
  expect((await run("read", { path: "/etc/hosts" })).content).toContain("relative to the workspace folder");
});
