import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { workplace } from "../fixtures/workplace.ts";
import { fileRows } from "./files.table.ts";

/** Every file beside the workspace, with its hash. */
async function surroundings(outer: string): Promise<string[]> {
  const entries = await readdir(outer, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(outer, "app")));
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name));
      return `${parentPath}/${name} ${createHash("sha256").update(bytes).digest("hex")}`;
    }),
  );
}

describe.each(fileRows)("$id: $what", ({ paths, arrange, refused }) => {
  it("is answered by every tool that takes a path: soon, bounded, and with nothing from outside", async () => {
    const place = await workplace();
    await arrange?.(place);
    const before = await surroundings(place.outer);
    for (const path of paths) {
      const looks: [string, Record<string, unknown>][] = [["read", { path }]];
      if (path !== "") looks.push(["search", { pattern: "SECRET|root:|x", path }]);
      const changes: [string, Record<string, unknown>][] = [
        ["edit", { path, old: "SECRET", new: "changed" }],
        ["write", { path, content: "changed" }],
      ];
      for (const [tool, args] of refused ? [...looks, ...changes] : looks) {
        const from = performance.now();
        const { result, blockedMs } = await longestBlock(async () => {
          await place.assess(tool, args);
          return place.run(tool, args);
        });
        const about = `${tool} ${JSON.stringify(path).slice(0, 80)}: ${result.content.slice(0, 200)}`;
        expect(result.content, about).not.toMatch(/SECRET|root:x|\n\s+at |[^\P{Cc}\t\n]|\u202e/u);
        expect(result.content.length, about).toBeLessThanOrEqual(8000);
        const isLook = tool === "read" || tool === "search";
        if (refused && !(isLook && result.content === "No matches.")) {
          expect(result.outcome, about).toBe("error");
          expect(result.content, about).toMatch(refused);
        }
        expect(performance.now() - from, about).toBeLessThan(10_000);
        expect(blockedMs, about).toBeLessThan(longestBlockAllowed);
      }
    }
    expect(await surroundings(place.outer)).toEqual(before);
  });
});

it("F16: gives up on no pattern, however it is made", async () => {
  const place = await workplace();
  await place.put("a.txt", `${"a".repeat(29)}!\n`.repeat(1000));
  for (const pattern of ["(a+)+$", "(a|aa)+$", "(.*)*x", "a{1,1000}{1,1000}", "[", "(?=a)b"]) {
    const from = performance.now();
    const { blockedMs } = await longestBlock(() => place.run("search", { pattern }));
    expect(performance.now() - from).toBeLessThan(10_000);
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
  }
});
