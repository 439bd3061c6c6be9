import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDaemonClient } from "@kestrel/server/client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startWordServer } from "../bench/word-server.ts";
import {
  git,
  loopNow,
  type NightScript,
  sandboxEnvironment,
  startLoop,
  startNightServer,
} from "../daemon/loop-night.ts";
import { testBubblewrap } from "../machine.ts";
import { program } from "../terminal/kestrel-home.ts";

const canMount = spawnSync("unshare", ["-Urm", "true"]).status === 0;

/** In a mount namespace of its own: a small disk at `$1` with a prepared data folder; then `$2`, with the program as `$@`. */
const onSmallDisk = (then: string) =>
  `mount -t tmpfs -o size=320k none "$1" && mkdir -m 700 "$1/data" && cd "$1" && export DISK="$1" HOME="$1" KESTREL_DATA_DIR="$1/data" && shift && ${then}`;

const fill = 'head -c 10m /dev/zero > "$KESTREL_DATA_DIR/fill" 2>/dev/null;';

let disk = "";
let server: Awaited<ReturnType<typeof startWordServer>>;
beforeAll(async () => {
  disk = await realpath(await mkdtemp(join(tmpdir(), "kestrel-disk-")));
  server = await startWordServer(async (say) => {
    for (let word = 0; word < 50; word++) say(`word${word} `);
  });
});
afterAll(async () => {
  await server.close();
  await rm(disk, { recursive: true, force: true });
});

function kestrelOn(then: string, ...words: string[]): ChildProcess {
  const { PATH } = process.env;
  const command = ["sh", disk, process.execPath, program, ...words];
  const child = spawn("unshare", ["-Urm", "sh", "-c", onSmallDisk(then), ...command], {
    env: { PATH, SEARCHED: sandboxEnvironment().PATH, LANG: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function outcomeOf(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (text) => {
    out += text;
  });
  child.stderr?.on("data", (text) => {
    err += text;
  });
  const [code] = await once(child, "close");
  return { code, out, err };
}

describe.skipIf(!canMount)("a disk that takes nothing", () => {
  it.each([
    ["full", `${fill} exec "$@"`, "ENOSPC"],
    ["read-only", 'mount -o remount,ro "$DISK"; exec "$@"', "read-only"],
    ["no disk at all", 'export KESTREL_DATA_DIR=/proc/kestrel; exec "$@"', "/proc/kestrel"],
  ])("at the start (%s) is one sentence and exit 3, and doctor knows", async (_title, then, why) => {
    const { code, err } = await outcomeOf(kestrelOn(then, "serve", "--url", server.url));
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining(why) });
    expect(err.trim().split("\n")).toHaveLength(1);
    expect(err).toContain("Kestrel cannot write in its data folder");
    const { out } = await outcomeOf(kestrelOn(then, "doctor"));
    expect(out).toContain("is not writable");
  });

  it.each([
    ["full", fill, "ENOSPC"],
    ["read-only", 'mount -o remount,ro "$DISK";', "read-only"],
  ])(
    "(%s) still lists its sessions, the deleted ones too, and shows one; what writes says so",
    async (_title, then, why) => {
      // Beside the small disk, which hides the folder that it is mounted on.
      const log = `${disk}.jsonl`;
      onTestFinished(() => rm(log, { force: true }));
      const at = "2026-01-02T03:04:05.000Z";
      const id = "s0123456789ab";
      const deleted = "sdeleted00000";
      const opened = {
        type: "session.opened",
        sessionId: id,
        workspace: "/srv/shop",
        mode: "ask",
        prefix: { system: "", tools: [], reasoning: "send" },
        version: "0",
      };
      const titled = { type: "session.titled", title: "The shop's till" };
      await writeFile(
        log,
        [opened, titled]
          .map((body, index) => `${JSON.stringify({ seq: index + 1, at, v: 1, body })}\n`)
          .join(""),
      );
      const there = `mkdir -m 700 data/sessions data/removed; cp "${log}" data/sessions/${id}.jsonl; sed "s/${id}/${deleted}/" "${log}" > data/removed/${deleted}.1767323045000.jsonl; ${then} exec "$@"`;
      const asked = async (...words: string[]) => outcomeOf(kestrelOn(there, "sessions", ...words));

      const list = await asked("list");
      expect(list).toEqual({ code: 0, out: expect.stringContaining(id), err: expect.stringContaining(why) });
      expect(list.out).toContain("The shop's till");
      const aside = await asked("list", "--deleted", "--json");
      expect(JSON.parse(aside.out)).toMatchObject({ removed: [{ session: { id: deleted } }] });
      expect(await asked("show", id)).toMatchObject({ code: 0, err: expect.stringContaining(why) });
      expect(await asked("rm", id)).toMatchObject({ code: 3, out: "", err: expect.stringContaining(why) });
    },
  );

  it("keeps no stack of a failure inside Kestrel, which is told all the same", async () => {
    const plugin = "export default { turn_ended() { null.at(0); } };";
    const there = `mkdir -p data/config/plugins; echo '${plugin}' > data/config/plugins/careful.mjs; ${fill} exec "$@"`;
    const { code, out } = await outcomeOf(kestrelOn(there, "hooks", "test", "careful"));
    expect(code).toBe(1);
    expect(out).toMatch(/^Hook careful failed: .*logs [0-9a-f]{8}/m);
  });

  it.skipIf(testBubblewrap === undefined)(
    "pauses a loop in a sentence, under its commit and under its log, and loses nothing of it",
    async () => {
      let at = "";
      const filler = (folder: string) => join(at, folder, "fill");
      const fillUp = (folder: string) => {
        try {
          writeFileSync(filler(folder), Buffer.alloc(64 << 20));
        } catch (error) {
          expect(error).toMatchObject({ code: "ENOSPC" });
        }
      };
      const script: NightScript = ({ asked, results }) => {
        const [name, folder] = asked.includes("make a") ? ["a", "data/cache/worktrees"] : ["b", "data"];
        if (results === 0) return { name: "shell", args: { command: `echo 1 > ${name}.txt` } };
        // The reply is in the log before its check runs, but for the second item.
        fillUp(folder);
        return "Done.";
      };
      const model = await startNightServer(script);
      const disks =
        "mount -o remount,size=24m . && git init -q -b main repository && git -C repository -c user.name=A -c user.email=a@author.example commit -q --allow-empty -m begin && mkdir -p data/cache/worktrees && mount -t tmpfs -o size=4m,mode=700 none data/cache/worktrees";
      const child = kestrelOn(`${disks} && PATH="$SEARCHED" exec "$@"`, "serve", "--url", model.url);
      let said = "";
      child.stdout?.on("data", (text) => {
        said += text;
      });
      await expect.poll(() => said, { timeout: 60_000 }).toContain("Model: ");
      at = `/proc/${child.pid}/root${disk}`;
      const token = (await readFile(join(at, "data/run/token"), "utf8")).trim();
      const client = createDaemonClient({
        baseUrl: /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? "",
        token,
      });
      const desk = { daemon: { client }, repository: join(disk, "repository") };
      const { id, worktree } = await startLoop(
        desk,
        "- [ ] make a\n  check: grep -q 1 a.*\n- [ ] make b\n  check: grep -q 1 b.*\n",
      );
      for (const folder of ["data/cache/worktrees", "data"]) {
        await expect.poll(async () => (await loopNow(desk, id)).phase, { timeout: 60_000 }).toBe("paused");
        expect(await loopNow(desk, id)).toMatchObject({ pause: { why: "disk_full" } });
        rmSync(filler(folder));
        await client.call("resumeLoop", { body: { id } });
      }
      await expect.poll(async () => (await loopNow(desk, id)).phase, { timeout: 60_000 }).toBe("ended");
      const loop = await loopNow(desk, id);
      expect(loop).toMatchObject({ end: "done" });
      expect(loop.items.map(({ state, attempts }) => [state, attempts.length])).toEqual([
        ["done", 1],
        ["done", 1],
      ]);
      expect(model.chats).toHaveLength(4);
      expect(
        git(
          at,
          "--git-dir",
          `/proc/${child.pid}/root${worktree.folder}/.git`,
          "log",
          "--format=%s",
          "--reverse",
        ),
      ).toBe("begin\nmake a\nmake b");
    },
  );

  it("while it runs leaves the daemon alive: what is there is read, what fails says so, and it stops when asked", async () => {
    const child = kestrelOn('exec "$@"', "serve", "--url", server.url, "--window", "32768");
    let said = "";
    child.stdout?.on("data", (text) => {
      said += text;
    });
    await expect.poll(() => said, { timeout: 20_000 }).toContain("Model: ");
    // The disk as the daemon sees it.
    const data = `/proc/${child.pid}/root${disk}/data`;
    const token = (await readFile(join(data, "run/token"), "utf8")).trim();
    const baseUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? "";
    const client = createDaemonClient({ baseUrl, token });
    const { session } = await client.call("openSession", { body: { workspace: disk, confirm: true } });

    await writeFile(join(data, "fill"), Buffer.alloc(10 << 20)).catch(() => undefined);
    await expect(
      client.call("openSession", { body: { workspace: disk, confirm: true } }),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^(log_unwritable|data_folder_unwritable)$/),
    });
    const status = await client.call("status");
    expect(status.notices.map(({ code }) => code)).toContain("data_unwritable");
    expect((await client.call("listSessions")).sessions.map(({ id }) => id)).toEqual([session.id]);
    const { events } = await client.call("readLog", { params: { id: session.id } });
    expect(events[0]?.body.type).toBe("session.opened");

    const ended = once(child, "close");
    const asked = performance.now();
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(performance.now() - asked).toBeLessThan(8_000);
  });
});
