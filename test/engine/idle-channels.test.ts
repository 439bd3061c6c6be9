import { cp, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeTelegram } from "../../packages/channels/test/kit/fake-telegram.ts";
import { startWordServer } from "../bench/word-server.ts";
import { startTestDaemon, type TestDaemon, type TestDaemonInput } from "../daemon/start-daemon.ts";

const repository = join(import.meta.dirname, "..", "..");

describe.skipIf(process.platform !== "linux")("a daemon at rest", () => {
  it("with nothing configured does without the program of channels, and has no socket but its own", async () => {
    const folder = await mkdtemp(join(tmpdir(), "kestrel-no-channels-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await cp(join(repository, "dist"), join(folder, "dist"), { recursive: true });
    for (const name of ["node_modules", "packages", "console"])
      await symlink(join(repository, name), join(folder, name));
    await rm(join(folder, "dist", "channels.cjs"));
    const daemon = await given({ program: join(folder, "dist", "kestrel.cjs") });
    expect((await daemon.client.call("listChannels")).channels).toEqual([]);
    // The one that the list was asked over stays open for a while.
    const sockets = await socketsOf(daemon.pid);
    expect(sockets.filter(({ own }) => own !== new URL(daemon.url).port)).toEqual([]);
  });

  it("with Telegram alone takes at most 15 MiB more", async () => {
    const telegram = await FakeTelegram.start();
    const folder = await mkdtemp(join(tmpdir(), "kestrel-one-channel-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "token"), telegram.token, { mode: 0o600 });
    const config = `[channels.telegram]\nurl = "${telegram.url}"\ntoken_file = "${join(folder, "token")}"\nallow = ["7"]\n`;
    const [bare, one] = [await given({}), await given({ config })];
    await telegram.until(() => telegram.called("getUpdates").length > 0);
    // At rest: what only the start needed goes within some seconds.
    let more = Number.POSITIVE_INFINITY;
    const rested = async () => {
      more = Math.min(more, (await residentOf(one)) - (await residentOf(bare)));
      return more;
    };
    await expect.poll(rested, { interval: 1_000 }).toBeLessThanOrEqual(15);
    console.log(`a thread with Telegram alone: ${more.toFixed(1)} MiB`);
  });
});

async function given(input: TestDaemonInput): Promise<TestDaemon> {
  const model = await startWordServer(async (say) => say("Yes."));
  onTestFinished(() => model.close());
  return startTestDaemon({ connect: model.url, ...input });
}

/** MiB. */
async function residentOf({ pid }: TestDaemon): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** The network sockets of a process, by their ports. */
async function socketsOf(pid: number): Promise<{ own: string; other: string }[]> {
  const names = await readdir(`/proc/${pid}/fd`);
  const places = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => "")));
  const own = new Set(places.flatMap((place) => /^socket:\[(\d+)\]$/.exec(place)?.[1] ?? []));
  const tables = ["tcp", "tcp6", "udp", "udp6"].map((kind) => readFile(`/proc/net/${kind}`, "utf8"));
  return (await Promise.all(tables)).flatMap((table) =>
    table.split("\n").flatMap((line) => {
      const [, local = "", remote = "", , , , , , , inode = ""] = line.trim().split(/\s+/);
      const portOf = (place: string) => String(Number.parseInt(place.split(":")[1] ?? "", 16));
      return own.has(inode) ? [{ own: portOf(local), other: portOf(remote) }] : [];
    }),
  );
}
