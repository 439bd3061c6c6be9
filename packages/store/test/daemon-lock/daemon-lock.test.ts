import { spawnSync } from "node:child_process";
import { readFile, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { rounds } from "../../../../test/soaking.ts";
import { lockAddresses } from "../../src/daemon-lock/lock-addresses.ts";
import {
  acquireDaemonLock,
  dataPaths,
  findDaemon,
  lockStart,
  prepareFolders,
  readToken,
  removeToken,
  writeToken,
} from "../../src/index.ts";
import { buildFixture, type Fixture, start } from "../run-fixture.ts";
import { temporaryData, temporaryFolder } from "../temporary-data.ts";

let holder: Fixture;
beforeAll(async () => {
  holder = await buildFixture("hold-folder");
});
afterAll(() => holder.remove());

const spoke = (): boolean => true;

describe("the data folder's lock", () => {
  it("is had by exactly one of thirty daemons that start together, and the others learn by whom", async () => {
    const paths = await temporaryData();
    const daemons = Array.from({ length: 30 }, () => start(process.execPath, [holder.file, paths.data]));
    const said = await Promise.all(daemons.map(({ until }) => until(spoke)));
    const winners = daemons.filter((_, index) => said[index] === "holding");
    expect(winners).toHaveLength(1);
    const pid = winners[0]?.child.pid;
    const refusals = said.filter((line) => line !== "holding");
    for (const line of refusals) {
      expect(line).toMatch(/^daemon_running /);
      expect(JSON.parse(line.slice("daemon_running ".length))).toMatchObject({ pid });
    }
    expect(await findDaemon(paths)).toEqual({ pid, url: `http://127.0.0.1:${pid}` });
  });

  it("of a start says which folder cannot be written", async () => {
    const refused = lockStart({ run: "/proc/nothing" });
    await expect(refused).rejects.toMatchObject({
      code: "data_folder_unwritable",
      params: { path: "/proc/nothing" },
    });
  });

  it("is free at once when its holder is killed, with nothing to clean up", async () => {
    const paths = await temporaryData();
    for (let round = 0; round < 5; round++) {
      const { child, until, ended } = start(process.execPath, [holder.file, paths.data]);
      expect(await until(spoke)).toBe("holding");
      child.kill("SIGKILL");
      await ended;
    }
    expect(await findDaemon(paths)).toBeUndefined();
    const lock = await acquireDaemonLock(paths);
    await lock.release();
  });

  it("is held in this process too, and given back", async () => {
    const paths = await temporaryData();
    const lock = await acquireDaemonLock(paths);
    lock.publish({ url: "http://127.0.0.1:1" });
    await expect(acquireDaemonLock(paths)).rejects.toMatchObject({
      code: "daemon_running",
      params: { pid: process.pid, url: "http://127.0.0.1:1" },
    });
    await lock.release();
    const next = await acquireDaemonLock(paths);
    await next.release();
  });

  it("is one for every way to the same folder, and another for another folder", async () => {
    const paths = await temporaryData();
    const link = `${paths.data}-link`;
    await symlink(paths.data, link);
    const lock = await acquireDaemonLock(paths);
    onTestFinished(() => lock.release());
    await expect(acquireDaemonLock(dataPaths({ KESTREL_DATA_DIR: link }))).rejects.toMatchObject({
      code: "daemon_running",
    });
    const other = await temporaryData();
    await (await acquireDaemonLock(other)).release();
  });

  it("is found only once the daemon listens", async () => {
    const paths = await temporaryData();
    expect(await findDaemon(paths)).toBeUndefined();
    expect(await findDaemon(dataPaths({ KESTREL_DATA_DIR: join(paths.data, "nowhere") }))).toBeUndefined();
    const lock = await acquireDaemonLock(paths);
    onTestFinished(() => lock.release());
    const found = findDaemon(paths);
    lock.publish({ url: "http://127.0.0.1:7411" });
    expect(await found).toEqual({ pid: process.pid, url: "http://127.0.0.1:7411" });
  });

  it("is had by one of two in separate network namespaces, with the kernel's help and without it", async (context) => {
    if (!canUnshare()) return context.skip();
    for (const ways of [[], ["alone"]]) {
      const paths = await temporaryData();
      const daemons = [0, 1, 2, 3].map(() =>
        start("unshare", ["-Urn", process.execPath, holder.file, paths.data, ...ways]),
      );
      const said = await Promise.all(daemons.map(({ until }) => until(spoke)));
      expect(said.filter((line) => line === "holding")).toHaveLength(1);
      expect(said.filter((line) => line.startsWith("daemon_running "))).toHaveLength(3);
      const late = start(process.execPath, [holder.file, paths.data]);
      expect(await late.until(spoke)).toMatch(/^daemon_running /);
      expect(await findDaemon(paths)).toMatchObject({ url: expect.stringContaining("127.0.0.1") });
    }
  });

  it("is had by exactly one of twenty where the kernel locks no file, and free when that one is killed", async () => {
    const paths = await temporaryData();
    for (let round = 0; round < rounds(1, 3); round++) {
      const daemons = Array.from({ length: 20 }, () =>
        start(process.execPath, [holder.file, paths.data, "alone"]),
      );
      const said = await Promise.all(daemons.map(({ until }) => until(spoke)));
      const winners = daemons.filter((_, index) => said[index] === "holding");
      expect(winners).toHaveLength(1);
      for (const { child } of winners) child.kill("SIGKILL");
      await Promise.all(daemons.map(({ ended }) => ended));
    }
  });

  it("is held by a process that stands still, too", async () => {
    const paths = await temporaryData();
    const { child, until } = start(process.execPath, [holder.file, paths.data, "alone"]);
    expect(await until(spoke)).toBe("holding");
    child.kill("SIGSTOP");
    await expect(acquireDaemonLock(paths)).rejects.toMatchObject({ code: "daemon_running" });
  });

  it("does not believe a stranger who listens in its place, and is not kept out by one", async () => {
    const paths = await temporaryData();
    await (await acquireDaemonLock(paths)).release();
    const { addresses } = await lockAddresses(paths);
    const who = JSON.stringify({ pid: 1, url: "http://127.0.0.1:6666" });
    const stranger = createServer((socket) =>
      socket.end(`${JSON.stringify({ who, proof: "0".repeat(64) })}\n`),
    );
    await new Promise<void>((resolve) => stranger.listen(addresses.at(-1), resolve));
    onTestFinished(() => void stranger.close());
    expect(await findDaemon(paths)).toBeUndefined();
    const lock = await acquireDaemonLock(paths);
    lock.publish({ url: "http://127.0.0.1:7" });
    expect(await findDaemon(paths)).toEqual({ pid: process.pid, url: "http://127.0.0.1:7" });
    await lock.release();
  });

  it("works in a folder whose path is too long for a socket", async () => {
    const long = join(await temporaryFolder(), "d".repeat(120), "data");
    const paths = dataPaths({ KESTREL_DATA_DIR: long });
    await prepareFolders(paths);
    const lock = await acquireDaemonLock(paths);
    lock.publish({ url: "http://127.0.0.1:8" });
    await expect(acquireDaemonLock(paths)).rejects.toMatchObject({ params: { url: "http://127.0.0.1:8" } });
    await lock.release();
  });
});

function canUnshare(): boolean {
  return spawnSync("unshare", ["-Urn", "true"]).status === 0;
}

describe("the daemon's token", () => {
  it("is for this user alone, replaced whole, and gone when it is taken away", async () => {
    const paths = await temporaryData();
    expect(await readToken(paths)).toBeUndefined();
    await writeToken(paths, "first", "http://127.0.0.1:1");
    await writeFile(join(paths.run, "other"), "");
    await writeToken(paths, "second", "http://127.0.0.1:2");
    expect(await readToken(paths)).toBe("second");
    const file = join(paths.run, "token");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).toBe("second");
    await removeToken(paths);
    expect(await readToken(paths)).toBeUndefined();
    await prepareFolders(paths);
  });
});
