import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isWindowsTrap } from "../src/place/windows-names.ts";
import { type Workplace, workplace } from "./fixtures/workplace.ts";

/** A workspace full of traps; `secret` lies outside of it. */
async function trapped(): Promise<Workplace> {
  const place = await workplace();
  const { outer, root } = place;
  await mkdir(join(outer, "app-evil"));
  await mkdir(join(outer, "outside"));
  await writeFile(join(outer, "app-evil", "secret"), "SECRET");
  await writeFile(join(outer, "outside", "secret"), "SECRET");
  await mkdir(join(outer, "data"), { recursive: true });
  await writeFile(join(outer, "data", "token"), "SECRET");
  await symlink(join(outer, "outside", "secret"), join(root, "file-link"));
  await symlink(join(outer, "outside"), join(root, "folder-link"));
  await symlink(join(outer, "nowhere"), join(root, "dangling"));
  await symlink("loop-b", join(root, "loop-a"));
  await symlink("loop-a", join(root, "loop-b"));
  await symlink("/dev/zero", join(root, "zero"));
  await symlink("/proc/self/environ", join(root, "environ"));
  await symlink("/", join(root, "to-root"));
  await symlink("..", join(root, "to-parent"));
  execFileSync("/usr/bin/mkfifo", [join(root, "fifo")]);
  await writeFile(join(root, "inside.txt"), "inside");
  return place;
}

/** Every file below a folder with its hash, links not followed. */
async function fingerprint(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(
      async (file) =>
        `${file} ${createHash("sha256")
          .update(await readFile(file))
          .digest("hex")}`,
    ),
  );
}

const outsidePaths = [
  "../outside/secret",
  "a/../../outside/secret",
  "a/./../../outside/secret",
  "..\\outside\\secret",
  "/etc/passwd",
  "~/.ssh/id_rsa",
  "~root/x",
  "file:///etc/passwd",
  "../app-evil/secret",
  "file-link",
  "folder-link/secret",
  "folder-link/new-file",
  "folder-link/new/deeper",
  "dangling",
  "dangling/x",
  "loop-a",
  "zero",
  "environ",
  "to-root/etc/passwd",
  "to-parent/outside/secret",
  "../data/token",
  "nul\0byte",
  "",
  "x".repeat(5000),
  "..",
];

describe.each(outsidePaths)("the path %j", (path) => {
  it("is refused by every tool that takes a path, and nothing outside is touched", async () => {
    const place = await trapped();
    const before = await fingerprint(place.outer);
    const calls: [string, Record<string, unknown>][] = [
      ["read", { path }],
      ["edit", { path, old: "SECRET", new: "changed" }],
      ["write", { path, content: "changed" }],
    ];
    if (path !== "") calls.push(["search", { pattern: ".", path }]);
    for (const [tool, args] of calls) {
      const result = await place.run(tool, args);
      expect(result.outcome, `${tool}: ${result.content}`).toBe("error");
      expect(result.content).not.toMatch(/SECRET|root:|\n\s+at /);
    }
    for (const tool of ["edit", "write"]) {
      const assessment = await place.assess(tool, { path, old: "SECRET", new: "x", content: "x" });
      expect(assessment.refused?.outcome).toBe("error");
    }
    expect(await fingerprint(place.outer)).toEqual(before);
  });
});

it("takes $HOME for what it is: a name", async () => {
  const place = await workplace();
  expect((await place.run("read", { path: "$HOME/x" })).content).toContain("There is no $HOME/x.");
});

it("takes the folder's own name in front of a path for the folder, unless something is called so", async () => {
  const { root, run } = await trapped();
  expect(await run("read", { path: "app/inside.txt" })).toMatchObject({ content: "inside" });
  for (const path of ["app/../../outside/secret", "app//inside.txt"])
    expect((await run("read", { path })).content).not.toMatch(/^(?:inside|SECRET)$/);
  expect(await run("write", { path: "app/new.txt", content: "made" })).toMatchObject({ outcome: "ok" });
  expect(await readFile(join(root, "app", "new.txt"), "utf8")).toBe("made");
  expect(await run("read", { path: "app/inside.txt" })).toMatchObject({ outcome: "error" });
  expect(await run("read", { path: "app/new.txt" })).toMatchObject({ content: "made" });
});

it("reads an absolute path and a link when both lead inside", async () => {
  const place = await trapped();
  await symlink("inside.txt", join(place.root, "good-link"));
  expect((await place.run("read", { path: join(place.root, "inside.txt") })).content).toBe("inside");
  const linked = await place.run("read", { path: "good-link" });
  expect(linked).toMatchObject({ content: "inside", seen: [{ path: "inside.txt" }] });
});

it("takes the bounds by their bytes: another case or another spelling in Unicode is another place", async () => {
  const place = await workplace({}, 8000, "caf\u00e9");
  for (const neighbour of ["cafe\u0301", "CAF\u00c9", "caf\u00e9 ", "\uff43af\u00e9"]) {
    await mkdir(join(place.outer, neighbour));
    await writeFile(join(place.outer, neighbour, "secret"), "SECRET");
    for (const path of [`../${neighbour}/secret`, join(place.outer, neighbour, "secret")]) {
      const { outcome, content } = await place.run("read", { path });
      expect({ path, outcome, shows: content.includes("SECRET") }).toEqual({
        ...{ path, outcome: "error", shows: false },
      });
      expect((await place.run("write", { path, content: "mine" })).outcome).toBe("error");
    }
  }
  // Where a forgiving file system would take them for one, they are protected as that one.
  for (const path of [
    ".GIT/config",
    ".g\u0131t/../.Git/config",
    ".\uff27\uff29\uff34/config",
    ".g\u200dit/config",
  ])
    expect((await place.assess("write", { path, content: "x" })).reasons).toContain("protected_path");
});

it("names pipes and sockets for what they are, without waiting for them", async () => {
  const place = await trapped();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(place.root, "socket"), resolve));
  for (const path of ["fifo", "socket"]) {
    for (const [tool, args] of [
      ["read", { path }],
      ["search", { pattern: "x", path }],
      ["edit", { path, old: "a", new: "b" }],
      ["write", { path, content: "b" }],
    ] as const) {
      expect((await place.run(tool, args)).content, tool).toMatch(/not a regular file/);
    }
  }
  server.close();
});

it("searches without following links out or into a loop", async () => {
  const place = await trapped();
  const result = await place.run("search", { pattern: "SECRET|inside|root:" });
  expect(result.content).toBe("inside.txt\n1: inside");
});

it("breaks a hard link instead of writing through it", async () => {
  const place = await trapped();
  await link(join(place.outer, "outside", "secret"), join(place.root, "hard"));
  expect((await place.run("read", { path: "hard" })).content).toBe("SECRET");
  expect((await place.run("edit", { path: "hard", old: "SECRET", new: "mine" })).outcome).toBe("ok");
  expect(await place.text("hard")).toBe("mine");
  expect(await readFile(join(place.outer, "outside", "secret"), "utf8")).toBe("SECRET");
});

it("never reads or writes outside while a folder is swapped for a link under its hands", async () => {
  const place = await trapped();
  const { outer, root } = place;
  await place.put("real/secret", "harmless");
  await place.run("read", { path: "real/secret" });
  const before = await fingerprint(join(outer, "outside"));
  let swapping = true;
  let swaps = 0;
  const swapper = (async () => {
    for (; swapping; swaps += 1) {
      await rename(join(root, "real"), join(root, "aside"));
      // A write may have made the folder anew in the moment it was away.
      await symlink(join(outer, "outside"), join(root, "real")).catch(() => {});
      await rm(join(root, "real"), { recursive: true });
      await rename(join(root, "aside"), join(root, "real")).catch(async () => {
        await rm(join(root, "real"), { recursive: true });
        await rename(join(root, "aside"), join(root, "real"));
      });
    }
  })();
  for (let round = 0; round < 300; round += 1) {
    expect((await place.run("read", { path: "real/secret" })).content).not.toMatch(/SECRET/);
    await place.run("write", { path: `real/new-${round}`, content: "escaped" });
    await place.run("edit", { path: "real/secret", old: "SECRET", new: "changed" });
  }
  swapping = false;
  await swapper;
  expect(swaps).toBeGreaterThan(10);
  expect(await fingerprint(join(outer, "outside"))).toEqual(before);
});

it("keeps Kestrel's own folder closed where the workspace contains it, and opens a playground within it", async () => {
  const around = await workplace({}, 8000, ".");
  await around.put("data/token", "SECRET");
  await around.put("mine.txt", "SECRET of mine");
  await symlink(join(around.root, "data"), join(around.root, "sly"));
  for (const path of ["data/token", "sly/token"]) {
    expect((await around.run("read", { path })).outcome).toBe("error");
    expect((await around.run("write", { path, content: "x" })).outcome).toBe("error");
  }
  expect((await around.run("search", { pattern: "SECRET" })).content).toBe("mine.txt\n1: SECRET of mine");

  expect((await around.run("write", { path: "data/profiles/x.json", content: "x" })).outcome).toBe("error");
  expect((await around.run("write", { path: "data/playground/a.txt", content: "x" })).outcome).toBe("ok");

  const within = await workplace({}, 8000, "data/sessions");
  await within.put("other.jsonl", "SECRET");
  expect((await within.run("read", { path: "other.jsonl" })).outcome).toBe("error");
  expect((await within.run("search", { pattern: "SECRET" })).outcome).toBe("error");
  expect((await within.run("write", { path: "x", content: "x" })).outcome).toBe("error");

  const playground = await workplace({}, 8000, "data/playground");
  await playground.put("a.txt", "mine");
  expect((await playground.run("read", { path: "a.txt" })).content).toBe("mine");
});

it.each([
  "CON",
  "nul.txt",
  "a/aux",
  "a:stream",
  "C:rel",
  "\\\\?\\C:\\x",
  "//server/share",
  "PROGRA~1/x",
  "x. ",
])("knows %j for a trap on Windows", (path) => expect(isWindowsTrap(path)).toBe(true));

it("lets ordinary names pass on Windows", () => {
  for (const path of ["src/index.ts", "C:\\work\\a.ts", ".", "..", "a.b.c", "console.ts", "null"]) {
    expect(isWindowsTrap(path), path).toBe(false);
  }
});
