import { spawnSync } from "node:child_process";
import { chmod, mkdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../test/daemon/event-loop.ts";
import { dataPaths, prepareFolders } from "../src/index.ts";
import { buildFixture, start } from "./run-fixture.ts";
import { temporaryFolder } from "./temporary-data.ts";

async function given(): Promise<{ data: string; prepare(): Promise<void> }> {
  const data = join(await temporaryFolder(), "data");
  return { data, prepare: () => prepareFolders(dataPaths({ KESTREL_DATA_DIR: data })) };
}

describe("the data folder", () => {
  it("is under KESTREL_DATA_DIR whole, or at the system's places", () => {
    const own = dataPaths({ KESTREL_DATA_DIR: "/tmp/k" });
    expect(Object.values(own).every((path) => path === "/tmp/k" || path.startsWith("/tmp/k/"))).toBe(true);
    const system = dataPaths({});
    expect(system.data).not.toBe(system.config);
    expect(Object.values(system).every((path) => path.startsWith("/"))).toBe(true);
  });

  it("is made for this user alone whatever the umask, and twice without harm", async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const { data, prepare } = await given();
    await prepare();
    await prepare();
    for (const folder of [data, join(data, "run"), join(data, "sessions"), join(data, "config")]) {
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
    }
  });

  it("is closed to others when they could only read it", async () => {
    const { data, prepare } = await given();
    await mkdir(data);
    await chmod(data, 0o755);
    await prepare();
    expect((await stat(data)).mode & 0o777).toBe(0o700);
  });

  it("is refused, and left as it is, when it is open to others and holds what is not ours", async () => {
    const { data, prepare } = await given();
    await mkdir(join(data, "bin"), { recursive: true });
    await chmod(data, 0o755);
    await expect(prepare()).rejects.toMatchObject({
      code: "data_folder_unsafe",
      params: { path: data, why: "of_others" },
    });
    expect((await stat(data)).mode & 0o777).toBe(0o755);
  });

  it.each([0o777, 0o770, 0o722])("is refused when others could write it (%o)", async (mode) => {
    const { data, prepare } = await given();
    await mkdir(data);
    await chmod(data, mode);
    await expect(prepare()).rejects.toMatchObject({
      code: "data_folder_unsafe",
      params: { path: data, why: "writable_by_others" },
    });
  });

  it("is refused when it is a link or a file", async () => {
    const { data, prepare } = await given();
    await symlink(await temporaryFolder(), data);
    await expect(prepare()).rejects.toMatchObject({ code: "data_folder_unsafe", params: { why: "link" } });
  });

  it.skipIf(process.getuid?.() !== 0)("is refused when it is somebody else's", async () => {
    const { data, prepare } = await given();
    const { chown } = await import("node:fs/promises");
    await mkdir(data, { mode: 0o700 });
    await chown(data, 12345, 12345);
    await expect(prepare()).rejects.toMatchObject({ params: { why: "foreign_owner" } });
  });
});

describe("a disk that takes nothing", () => {
  /** Where nothing can be made, what the system says of it. */
  const places = [
    ["/proc/kestrel", "ENOENT"],
    ["/proc/1/kestrel/deep/down", "ENOENT"],
    ["/dev/null/kestrel", "ENOTDIR"],
  ] as const;

  it.each(places)("%s is refused at once, not tried for ever", async (data, why) => {
    const { result, blockedMs } = await longestBlock(() =>
      prepareFolders(dataPaths({ KESTREL_DATA_DIR: data })).catch((error: unknown) => error),
    );
    expect(result).toMatchObject({ code: "data_folder_unwritable", params: { why } });
    expect(blockedMs).toBeLessThan(longestBlockAllowed);
  });

  const mounts = [
    ["full", "size=16k", 'head -c 100k /dev/zero > "$1/data/fill" 2>/dev/null;', "ENOSPC"],
    ["read-only", "size=1m", 'mount -o remount,ro "$1";', "EROFS"],
  ] as const;

  it.each(mounts)(
    "%s is told by one code, and the folder is not held",
    async (_title, options, then, why) => {
      if (spawnSync("unshare", ["-Urm", "true"]).status !== 0) return;
      const folder = await temporaryFolder();
      const holder = await buildFixture("hold-folder");
      onTestFinished(() => holder.remove());
      const script = `mount -t tmpfs -o ${options} none "$1" && mkdir -m 700 "$1/data" && "$2" "$3" "$1/data" prepare; ${then} "$2" "$3" "$1/data"`;
      const { until } = start("unshare", [
        "-Urm",
        "sh",
        "-c",
        script,
        "sh",
        folder,
        process.execPath,
        holder.file,
      ]);
      const line = await until((said) => said !== "prepared");
      expect(line).toMatch(new RegExp(`^data_folder_unwritable .*${why}`));
    },
  );
});
