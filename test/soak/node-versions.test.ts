import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createDaemonClient } from "@kestrel/server/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { program } from "../terminal/kestrel-home.ts";

/** What serves every clone of this user, as the set-up has it. */
const cacheFolder =
  process.env.KESTREL_CACHE_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "kestrel");

const run = promisify(execFile);

/** That Node, from npm's own packages, kept between runs. */
async function nodeOf(version: string): Promise<string> {
  const folder = join(cacheFolder, "node", version);
  await mkdir(folder, { recursive: true });
  const node = join(folder, "node_modules/.bin/node");
  const there = await run(node, ["--version"]).catch(() => undefined);
  if (!there)
    await run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", `node@${version}`], {
      timeout: 180_000,
    });
  return node;
}

describe("the built program", () => {
  it.each(["20", "22", "24", "26"])(
    "runs on Node %s: it starts, answers, lists and ends when asked",
    async (version) => {
      const node = await nodeOf(version);
      expect((await run(node, ["--version"])).stdout).toMatch(new RegExp(`^v${version}\\.`));
      const folder = await mkdtemp(join(tmpdir(), "kestrel-node-"));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const env = {
        PATH: process.env.PATH,
        HOME: folder,
        KESTREL_DATA_DIR: join(folder, "data"),
        LANG: "C.UTF-8",
      };
      const child = spawn(node, [program, "serve"], { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
      onTestFinished(() => void child.kill("SIGKILL"));
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (text) => {
          said += text;
        });
      await expect.poll(() => said, { timeout: 30_000 }).toMatch(/login\?link=\w+#c=\S+\n/);
      const token = (await readFile(join(folder, "data/run/token"), "utf8")).trim();
      const baseUrl = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? "";
      const client = createDaemonClient({ baseUrl, token });
      const { session } = await client.call("openSession", { body: {} });
      expect((await client.call("listSessions")).sessions.map(({ id }) => id)).toEqual([session.id]);
      expect(said).not.toMatch(/Deprecat|ExperimentalWarning|\n +at /);
      child.kill("SIGTERM");
      expect(await once(child, "close")).toEqual([0, null]);
    },
    300_000,
  );
});
