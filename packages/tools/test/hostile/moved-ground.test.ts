import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Workplace, workplace } from "../fixtures/workplace.ts";

/** A repository with a folder `docs` beside `.git`, and a file in each that a write could hit. */
async function repository(): Promise<Workplace> {
  const place = await workplace();
  await mkdir(join(place.root, ".git/hooks"), { recursive: true });
  await place.put(".git/config", "[core]\n");
  await place.put("docs/config", "[core]\n");
  await place.put("docs/a.txt", "one\n");
  return place;
}

/** The folder is put aside, and a link to that place bears its name. */
const docsBecome =
  (target: string) =>
  async ({ root }: Workplace) => {
    await rename(join(root, "docs"), join(root, "aside"));
    await symlink(target, join(root, "docs"));
  };

/** What somebody else does between the question and the answer, and what the call then must not have touched. */
const moves: [
  what: string,
  call: { tool: string; args: { path: string } & Record<string, unknown> },
  move: (place: Workplace) => Promise<unknown>,
  untouched: readonly string[],
][] = [
  [
    "a folder becomes a link to .git/hooks, a new file is written",
    { tool: "write", args: { path: "docs/pre-commit", content: "#!/bin/sh\nid\n" } },
    docsBecome(".git/hooks"),
    [".git/hooks/pre-commit"],
  ],
  [
    "a folder becomes a link to .git, config is replaced by its twin",
    { tool: "write", args: { path: "docs/config", content: "[core]\nfsmonitor = id\n" } },
    docsBecome(".git"),
    [".git/config"],
  ],
  [
    "a file becomes a link to .git/config, an edit is made",
    { tool: "edit", args: { path: "docs/config", old: "[core]", new: "[core]\nfsmonitor = id" } },
    async ({ root }) => {
      await rm(join(root, "docs/config"));
      await symlink("../.git/config", join(root, "docs/config"));
    },
    [".git/config"],
  ],
  [
    "a folder becomes a link to another folder of the workspace",
    { tool: "write", args: { path: "docs/new.txt", content: "two\n" } },
    async (place) => {
      await mkdir(join(place.root, "other"));
      await docsBecome("other")(place);
    },
    ["other/new.txt", "docs/new.txt"],
  ],
  [
    "the folder is made that was missing, as a link",
    { tool: "write", args: { path: "made/later/pre-commit", content: "id\n" } },
    async ({ root }) => {
      await mkdir(join(root, "made"));
      await symlink("../.git/hooks", join(root, "made/later"));
    },
    [".git/hooks/pre-commit"],
  ],
  [
    "a worktree's .git begins to name the folder",
    { tool: "write", args: { path: "docs/new.txt", content: "two\n" } },
    async ({ root }) => {
      await rm(join(root, ".git"), { recursive: true });
      await writeFile(join(root, ".git"), "gitdir: docs\n");
    },
    ["docs/new.txt"],
  ],
];

describe("a change that was allowed on one ground and runs on another", () => {
  it.each(moves)(
    "%s: nothing is written, and it is asked anew or refused",
    async (_, { tool, args }, move, untouched) => {
      const place = await repository();
      for (const path of ["docs/config", ".git/config"]) await place.run("read", { path });
      const { binding, refused } = await place.assess(tool, args);
      expect(refused).toBeUndefined();
      const bytes = (path: string) => readFile(join(place.root, path), "utf8").catch(() => undefined);
      await move(place);
      const before = await Promise.all(untouched.map(bytes));
      const answer = await place.runApproved(tool, args, binding ?? {});
      if (answer.outcome !== "stale") expect(answer).toMatchObject({ outcome: "error" });
      expect(await Promise.all(untouched.map(bytes))).toEqual(before);
    },
  );

  it("runs where nothing moved, and says in its binding what it stands on", async () => {
    const place = await repository();
    await place.run("read", { path: "docs/a.txt" });
    const args = { path: "docs/a.txt", old: "one", new: "two" };
    const { binding } = await place.assess("edit", args);
    expect(binding).toEqual({
      real: join(place.root, "docs/a.txt"),
      before: "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806",
      after: "27dd8ed44a83ff94d557f9fd0412ed5a8cbca69ea04922d88c01184a07300a5a",
      protected: "no",
    });
    expect(await place.runApproved("edit", args, binding ?? {})).toMatchObject({ outcome: "ok" });
  });

  it("does nothing on a ground that was never assessed", async () => {
    const place = await repository();
    const args = { path: "new.txt", content: "x" };
    expect(await place.runApproved("write", args, {})).toEqual({ outcome: "stale" });
    await expect(place.text("new.txt")).rejects.toThrow("ENOENT");
  });
});

/** Commands and the files whose bytes their answer covers. */
const named: [command: string, files: readonly string[]][] = [
  ["./run.sh", ["run.sh"]],
  ["sh run.sh --fast", ["run.sh"]],
  ["bash 'run.sh'", ["run.sh"]],
  ['sh r""un.sh', ["run.sh"]],
  ["cd tools && ./tool", ["tools/tool"]],
  ["cat notes.txt | tools/tool; . ./run.sh", ["run.sh", "tools/tool"]],
  ["node build.mjs", ["build.mjs"]],
  ["make all", ["Makefile"]],
  ["make -C tools all", ["Makefile", "tools/Makefile"]],
  ["npm test", ["package.json"]],
  ["python3 -c 'print(1)'", []],
  ["touch notes.txt", []],
  ["uptime", []],
];

describe("an answer to a command", () => {
  async function workshop(): Promise<Workplace> {
    const place = await workplace();
    for (const path of ["run.sh", "build.mjs", "Makefile", "tools/Makefile", "package.json", "notes.txt"])
      await place.put(path, `# ${path}\n`);
    await chmod(await place.put("tools/tool", "binary"), 0o755);
    return place;
  }

  it.each(named)("%s covers the bytes of the scripts it names", async (command, files) => {
    const place = await workshop();
    const { binding = {} } = await place.assess("shell", { command });
    const bound = Object.keys(binding).filter((name) => name !== "reads");
    // What is not there is bound as that: it may be there when the answer comes.
    const scripts = bound.filter((name) => existsSync(name.slice("script ".length)));
    expect(bound.filter((name) => binding[name] === "nothing")).toEqual(
      bound.filter((name) => !scripts.includes(name)),
    );
    expect(scripts.sort()).toEqual(files.map((file) => `script ${join(place.root, file)}`));
    const [first] = files;
    if (first === undefined) return;
    await place.put(first, "echo something else > taken\n");
    expect(await place.runApproved("shell", { command }, binding)).toEqual({ outcome: "stale" });
    expect((await place.assess("shell", { command })).binding).not.toEqual(binding);
  });

  it("covers no later call where there is more than can be looked at", async () => {
    const place = await workshop();
    const long = `: ${Array.from({ length: 300 }, (_, at) => `word${at}`).join(" ")}`;
    const first = await place.assess("shell", { command: long }, "s1-c1");
    const second = await place.assess("shell", { command: long }, "s1-c2");
    expect(first.binding).not.toEqual(second.binding);
    expect(await place.runApproved("shell", { command: long }, first.binding ?? {}, "s1-c1")).toMatchObject({
      outcome: "ok",
    });
  });
});
