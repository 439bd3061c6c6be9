import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { workplace } from "../fixtures/workplace.ts";
import { ordinaryPaths, plainPaths, protectedPaths, secretPaths } from "./places.table.ts";

describe("a change of a place that other programs obey", () => {
  it.each(protectedPaths)("%j says so, whether or not it is there", async (path) => {
    const place = await workplace();
    const absent = await place.assess("write", { path, content: "" });
    expect(absent.reasons).toContain("protected_path");
    // What belongs to git is not even asked about.
    expect(absent.refused === undefined ? absent.binding?.protected : "yes").toBe("yes");
    await place.put(path, "before\n");
    const { binding } = await place.assess("read", { path });
    await place.runApproved("read", { path }, binding ?? {});
    expect((await place.assess("write", { path, content: "" })).reasons).toContain("protected_path");
    expect((await place.assess("edit", { path, old: "before", new: "x" })).reasons).toContain(
      "protected_path",
    );
  });

  it.each(ordinaryPaths)("%j is an ordinary one", async (path) => {
    const place = await workplace();
    expect((await place.assess("write", { path, content: "" })).reasons).toEqual(["creates_file"]);
  });

  it("is told by the whole way where the workspace is a part of it", async () => {
    const place = await workplace({}, 8000, ".config");
    expect((await place.assess("write", { path: "git/config", content: "" })).reasons).toContain(
      "protected_path",
    );
    const github = await workplace({}, 8000, ".github");
    expect((await github.assess("write", { path: "workflows/a.yml", content: "" })).reasons).toContain(
      "protected_path",
    );
  });
});

describe("reading a place where secrets are known to lie", () => {
  it.each(secretPaths)("%j asks, and search passes it over", async (path) => {
    const place = await workplace();
    await place.put(path, "SECRET\n");
    await place.put("plain.txt", "SECRET not\n");
    await symlink(path, join(place.root, "innocent"));
    for (const asked of [
      path,
      dirname(path) === "."
        ? path
        : `./${dirname(path)}/../${path.slice(dirname(path).lastIndexOf("/") + 1)}`,
      "innocent",
    ]) {
      const { risk, reasons, binding } = await place.assess("read", { path: asked });
      expect({ risk, reasons }).toEqual({ risk: "read", reasons: ["reads_workspace", "reads_secret"] });
      expect(await place.runApproved("read", { path: asked }, {})).toEqual({ outcome: "stale" });
      expect(await place.runApproved("read", { path: asked }, binding ?? {})).toMatchObject({
        content: "SECRET",
      });
    }
    expect((await place.assess("search", { pattern: "SECRET", path })).reasons).toContain("reads_secret");
    // What was asked for may be said again.
    for (const args of [
      { pattern: "SECRET" },
      { pattern: "SECRET", glob: path },
      { pattern: "", glob: "**/*" },
    ])
      expect((await place.run("search", args)).content?.replace(/^No file fits .*\n/, "")).not.toMatch(
        /\n?1: SECRET$|(^|\n)(?!plain)[^\n]*(id_|\.env|history|Cookies|logins)/,
      );
  });

  it.each(plainPaths)("%j is none", async (path) => {
    const place = await workplace();
    await place.put(path, "SECRET\n");
    expect((await place.assess("read", { path })).reasons).toEqual(["reads_workspace"]);
    expect((await place.run("search", { pattern: "SECRET" })).content).toContain(path);
  });

  it("asks for the folder as for what lies in it", async () => {
    const place = await workplace();
    await mkdir(join(place.root, ".ssh"));
    expect((await place.assess("read", { path: ".git/config" })).reasons).toContain("reads_secret");
    expect((await place.assess("read", { path: ".ssh" })).reasons).toContain("reads_secret");
    expect((await place.assess("search", { pattern: "", path: ".ssh" })).reasons).toContain("reads_secret");
    const { binding } = await place.assess("search", { pattern: "KEY", path: ".ssh" });
    await writeFile(join(place.root, ".ssh/id_rsa"), "KEY\n");
    const found = await place.runApproved("search", { pattern: "KEY", path: ".ssh" }, binding ?? {});
    expect(found).toMatchObject({ content: ".ssh/id_rsa\n1: KEY" });
  });

  it("is not reached through a link put there after the question", async () => {
    const place = await workplace();
    await place.put(".aws/credentials", "SECRET\n");
    await place.put("a.txt", "plain\n");
    const { binding } = await place.assess("read", { path: "a.txt" });
    await rm(join(place.root, "a.txt"));
    await symlink(".aws/credentials", join(place.root, "a.txt"));
    expect(await place.runApproved("read", { path: "a.txt" }, binding ?? {})).toEqual({ outcome: "stale" });
    const search = await place.runApproved("search", { pattern: "SECRET", path: "a.txt" }, {});
    expect(search).toEqual({ outcome: "stale" });
  });
});

it("tells a place by its name at once, however long the name is", async () => {
  const place = await workplace();
  const { blockedMs } = await longestBlock(async () => {
    for (const part of [".", "a/", ".git", " ", "\u200b", "*", ".env"])
      await place.assess("read", {
        path: part.repeat(Math.floor(4000 / part.length / Buffer.byteLength(part))),
      });
  });
  expect(blockedMs).toBeLessThan(longestBlockAllowed);
});
