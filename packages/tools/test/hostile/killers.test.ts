import { describe, expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { textWorker } from "../../src/worker/text-worker.ts";
import { bundledWorker } from "../fixtures/bundled-worker.ts";
import { workplace } from "../fixtures/workplace.ts";

/** Texts that hold a parser up for minutes, or for longer than anybody should wait; the first ones have 112 bytes at most. */
const killers: [path: string, text: string][] = [
  ["a.ts", "a<b>(".repeat(22)],
  ["a.tsx", "f<T>(".repeat(22)],
  ["b.ts", "async<T>(".repeat(12)],
  ["c.mts", "<a>(".repeat(28)],
  ["nested.js", `${"[".repeat(100_000)}`],
  ["braces.js", `${"({".repeat(100_000)}`],
  ["formatting.html", "<a><b><i>".repeat(50_000)],
  ["ends.html", `<!doctype html>${"</b>".repeat(100_000)}`],
  ["attributes.html", `<p ${'a="" '.repeat(100_000)}>`],
  ["flow.yaml", "[".repeat(100_000)],
  ["maps.yaml", "? ".repeat(20_000)],
  ["dashes.yaml", "- ".repeat(100_000)],
  ["nested.json", '{"a":'.repeat(100_000)],
  ["nested.jsonc", "[".repeat(900_000)],
  ["tables.toml", "[a]\n".repeat(100_000)],
  ["arrays.toml", `a = ${"[".repeat(100_000)}`],
  ["parentheses.py", "(".repeat(200_000)],
  ["indented.py", Array.from({ length: 900 }, (_, at) => `${" ".repeat(at)}if x:`).join("\n")],
  ["generic.go", `package a\nvar x = ${"a[".repeat(100_000)}`],
  ["generic.rs", `fn f() { ${"a::<".repeat(50_000)} }`],
  ["generic.java", `class A { ${"A<".repeat(100_000)} }`],
  ["directives.c", `${"#if 1\n".repeat(100_000)}`],
  ["quotes.c", '"'.repeat(900_000)],
  ["comments.rs", `${"/*".repeat(200_000)}${"*/".repeat(200_000)}`],
  ["rules.css", "a{".repeat(200_000)],
  ["quotes.sh", `${"$(".repeat(20_000)}`],
];

describe("a file that is made to hold a parser up", () => {
  it.each(killers)(
    "%s is not checked after half a second, and nobody else waits for it",
    async (path, content) => {
      const place = await workplace({ textPatience: undefined });
      // The thread has started and nothing is new to it.
      await place.assess("write", { path: `ordinary-${path}`, content: "" });
      const { result, blockedMs } = await longestBlock(() => place.assess("write", { path, content }));
      expect(result.risk).toBe("edit");
      expect(blockedMs).toBeLessThan(longestBlockAllowed);
    },
  );

  it("counts as not checked, and the next file is checked as ever", async () => {
    const place = await workplace({ textPatience: undefined });
    const killer = await place.run("write", { path: "a.ts", content: "a<b>(".repeat(22) });
    expect(killer).toMatchObject({ outcome: "ok", content: "Created a.ts (1 line)." });
    const broken = await place.run("write", { path: "b.ts", content: "const x = [1, 2;\n" });
    expect(broken.content).toMatch(/^That would break the syntax of b\.ts/);
  });

  it("is ended by its thread's end, not by asking it to stop", async () => {
    const worker = textWorker(await bundledWorker());
    await worker.check("typescript", undefined, "");
    const from = performance.now();
    expect(await worker.check("typescript", undefined, "a<b>(".repeat(22))).toEqual([]);
    expect(performance.now() - from).toBeGreaterThan(450);
    // The next one waits for a new thread and for nothing else.
    expect(await worker.check("json", undefined, "{")).toHaveLength(1);
  });

  it("passes unchecked where there is no thread to be had", async () => {
    const worker = textWorker("/nowhere/at/all.cjs");
    expect(await worker.check("json", undefined, "{")).toEqual([]);
    expect(await textWorker("").check("json", undefined, "{")).toEqual([]);
  });
});

describe("a change too large to be compared between two other things", () => {
  it.each([
    ["a new file of a million lines", "", "\n".repeat(1_000_000)],
    ["a file that is another one now", "a\n".repeat(300_000), "b\n".repeat(300_000)],
    [
      "lines in another order",
      Array.from({ length: 40_000 }, (_, at) => `${(at * 7919) % 97}`).join("\n"),
      Array.from({ length: 40_000 }, (_, at) => `${(at * 104_729) % 89}`).join("\n"),
    ],
  ])("%s holds nobody up", async (_, before, after) => {
    const place = await workplace();
    if (before) {
      await place.put("long.txt", before);
      await place.run("read", { path: "long.txt" });
    }
    const { result, blockedMs } = await longestBlock(() =>
      place.assess("write", { path: "long.txt", content: after }),
    );
    expect(result.preview?.diff.split("\n").length).toBeGreaterThan(1000);
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
  });
});
