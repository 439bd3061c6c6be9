import { chmod, mkdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { dataPaths, prepareFolders } from "../src/index.ts";
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
