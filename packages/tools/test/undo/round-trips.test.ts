import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, readFile, readlink, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { EventBody, UndoTarget } from "@kestrel/protocol";
import { emptySession, evolve, type SessionState, wantedFiles } from "@kestrel/session-state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rounds } from "../../../../test/soaking.ts";
import { CommandSnapshots, fileBlobs, fileRestorer } from "../../src/index.ts";
import { bundledWorker } from "../fixtures/bundled-worker.ts";
import { type Workplace, workplace } from "../fixtures/workplace.ts";

const paths = ["a.txt", "b.txt", "src/c.ts", "src/deep/d.md", "-e"] as const;
const anyPath = fc.constantFrom(...paths);
const anyContent = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom("one\ntwo\n", "one\r\ntwo", "\ufeffmark\n", "x".repeat(2_000)),
);

const agent = fc.record({
  by: fc.constant("agent" as const),
  tool: fc.constantFrom("write" as const, "edit" as const),
  path: anyPath,
  content: anyContent,
});
const user = fc.record({
  by: fc.constant("user" as const),
  path: anyPath,
  does: fc.oneof(
    fc.record({ kind: fc.constant("write" as const), content: anyContent }),
    fc.record({ kind: fc.constant("rename" as const), to: anyPath }),
    fc.constantFrom({ kind: "remove" as const }, { kind: "mode" as const }, { kind: "link" as const }),
  ),
});
/** What a command does, with a snapshot on either side of it. */
const command = user.map(({ path, does }) => ({ by: "command" as const, path, does }));
const step = fc.oneof({ weight: 3, arbitrary: agent }, { weight: 2, arbitrary: command }, user);
const turn = fc.array(step, { minLength: 1, maxLength: 5 });
type Step = ReturnType<typeof anyStep>;
declare function anyStep(): typeof turn extends fc.Arbitrary<(infer Value)[]> ? Value : never;

/** A session of which only the files are real. */
class Story {
  state: SessionState = emptySession;
  readonly place: Workplace;
  readonly restorer;
  readonly #snapshots: CommandSnapshots;
  #calls = 0;

  constructor(place: Workplace, worker: string) {
    this.place = place;
    const data = join(place.outer, "data");
    const blobs = fileBlobs(join(data, "blobs"));
    const patience = { first: 60_000, usual: 60_000, stopped: 60_000 };
    this.#snapshots = new CommandSnapshots({
      folder: join(data, "snapshots"),
      blobs,
      closedFolders: [data],
      patience,
    });
    this.restorer = fileRestorer({
      blobs,
      closedFolders: [join(place.outer, "data")],
      workerProgram: worker,
    });
  }

  log(body: EventBody): void {
    const seq = this.state.lastSeq + 1;
    this.state = evolve(this.state, { v: 1, seq, at: "2026-01-01T00:00:00.000Z", body });
  }

  async turn(number: number, steps: readonly Step[]): Promise<void> {
    const turnId = `t${number}`;
    this.log({ type: "turn.started", turnId, text: "go" });
    for (const step of steps) {
      if (step.by === "agent") await this.#write(turnId, step);
      else if (step.by === "command") await this.#runs(turnId, step);
      else await this.#userDoes(step);
    }
    this.log({ type: "turn.ended", turnId, reason: "done" });
  }

  async undo(target: UndoTarget) {
    const restoration = await this.restorer.restore(this.place.root, wantedFiles(this.state, target));
    this.log({ type: "files.restored", target, ...restoration });
    return restoration;
  }

  /** Everything that can be told apart from outside, by path. */
  async tree(): Promise<Record<string, string>> {
    const tree: Record<string, string> = {};
    for (const path of paths) tree[path] = await described(join(this.place.root, path));
    return tree;
  }

  /** An edit puts the content in the place of the first line. What the tools refuse changes nothing. */
  async #write(turnId: string, { tool, path, content }: Extract<Step, { by: "agent" }>): Promise<void> {
    await this.place.run("read", { path });
    const present = await this.place.text(path).catch(() => "");
    const [old = ""] = present.split("\n", 1);
    const args = tool === "edit" && old !== "" ? { path, old, new: content } : { path, content };
    const { changes = [] } = await this.place.run("old" in args ? "edit" : "write", args);
    const callId = `c${++this.#calls}`;
    for (const change of changes) this.log({ type: "file.changed", turnId, callId, ...change });
  }

  async #runs(turnId: string, step: Extract<Step, { by: "command" }>): Promise<void> {
    const never = new AbortController().signal;
    const watched = await this.#snapshots.before(this.place.root, never);
    await this.#userDoes(step);
    const coverage = await watched.settle(never);
    expect(coverage.uncovered).toBeUndefined();
    this.log({ type: "command.covered", turnId, callId: `c${++this.#calls}`, ...coverage });
  }

  async #userDoes({ path, does }: Pick<Extract<Step, { by: "user" }>, "path" | "does">): Promise<void> {
    const at = join(this.place.root, path);
    await mkdir(dirname(at), { recursive: true });
    if (does.kind === "mode") return void (await chmod(at, 0o755).catch(() => undefined));
    if (does.kind === "write" && !(await described(at)).startsWith("link"))
      return void (await writeFile(at, does.content));
    if (does.kind === "rename") {
      const to = join(this.place.root, does.to);
      await mkdir(dirname(to), { recursive: true });
      return void (await rename(at, to).catch(() => undefined));
    }
    await rm(at, { force: true });
    if (does.kind === "link") await symlink("/etc/hostname", at);
  }
}

async function described(at: string): Promise<string> {
  const stat = await lstat(at).catch(() => undefined);
  if (!stat) return "nothing";
  if (stat.isSymbolicLink()) return `link ${hash(Buffer.from(await readlink(at)))}`;
  return `${(stat.mode & 0o777).toString(8)} ${hash(await readFile(at))}`;
}

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("what a session did to files, taken back", () => {
  it("touches only what the session left, and bringing it back is the tree as it was", async () => {
    const worker = await bundledWorker();
    await fc.assert(
      fc.asyncProperty(
        fc.array(turn, { minLength: 1, maxLength: 4 }),
        fc.array(user, { maxLength: 3 }),
        fc.nat(3),
        fc.boolean(),
        async (turns, edits, chosen, all) => {
          const story = new Story(await workplace(), worker);
          for (const [index, steps] of turns.entries()) await story.turn(index, steps);
          await story.turn(turns.length, edits);
          const name = `t${chosen % turns.length}`;
          const target: UndoTarget = all ? { to: name } : { turn: name };
          const wanted = wantedFiles(story.state, target);
          const before = await story.tree();
          const { files, refused } = await story.undo(target);
          const after = await story.tree();

          expect(files.length + refused.length).toBe(wanted.length);
          const touched = new Set(
            files.filter(({ action }) => action !== "unchanged").map(({ path }) => path),
          );
          for (const path of paths) {
            if (!touched.has(path)) expect(after[path]).toBe(before[path]);
            else {
              const file = wanted.find((one) => one.path === path);
              expect(before[path]?.split(" ").at(-1)).toBe(file?.left?.hash ?? "nothing");
              expect(after[path]?.split(" ").at(-1)).toBe(file?.wanted?.hash ?? "nothing");
              expect(file?.between).toBeUndefined();
            }
          }
          if (files.length === 0) return;
          const back = await story.undo({ restored: story.state.lastSeq });
          expect(back.refused).toEqual([]);
          expect(await story.tree()).toEqual(before);
          // And to and fro once more: nothing is used up by it.
          await story.undo({ restored: story.state.lastSeq });
          expect(await story.tree()).toEqual(after);
          await story.undo({ restored: story.state.lastSeq });
          expect(await story.tree()).toEqual(before);
        },
      ),
      { numRuns: rounds(15, 60) },
    );
  });

  it("looks without touching, and says why a file is left alone", async () => {
    const story = new Story(await workplace(), await bundledWorker());
    await story.turn(0, [
      { by: "agent", tool: "write", path: "a.txt", content: "mine\n" },
      { by: "agent", tool: "write", path: "b.txt", content: "mine too\n" },
      { by: "user", path: "b.txt", does: { kind: "write", content: "yours\n" } },
    ]);
    const wanted = wantedFiles(story.state, { turn: "t0" });
    const before = await story.tree();
    const preview = await story.restorer.preview(story.place.root, wanted);
    expect(await story.tree()).toEqual(before);
    expect(preview.files).toMatchObject([{ path: "a.txt", action: "deleted", removed: 1 }]);
    expect(preview.refused).toEqual([{ path: "b.txt", reason: "changed" }]);
    expect(await story.undo({ turn: "t0" })).toEqual(preview);
    expect(await readFile(join(story.place.root, "b.txt"), "utf8")).toBe("yours\n");
  });

  it("does not follow a folder that has become a link to somewhere else", async () => {
    const story = new Story(await workplace(), await bundledWorker());
    await story.turn(0, [{ by: "agent", tool: "write", path: "src/c.ts", content: "let a = 1;\n" }]);
    const elsewhere = join(story.place.outer, "elsewhere");
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, "c.ts"), "let a = 1;\n");
    await rm(join(story.place.root, "src"), { recursive: true });
    await symlink(elsewhere, join(story.place.root, "src"));
    const { files, refused } = await story.undo({ turn: "t0" });
    expect(files).toEqual([]);
    expect(refused).toMatchObject([{ path: "src/c.ts" }]);
    expect(await readFile(join(elsewhere, "c.ts"), "utf8")).toBe("let a = 1;\n");
  });
});
