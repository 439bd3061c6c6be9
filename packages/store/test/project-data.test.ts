import { chmod, lstat, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  dataPaths,
  makeProjectData,
  otherDataFolders,
  prepareFolders,
  workspaceTrust,
} from "../src/index.ts";
import { temporaryFolder } from "./temporary-data.ts";

/** A user whose configuration lies in a folder of its own, and a project of theirs. */
async function given() {
  const home = await temporaryFolder();
  const before = { config: process.env.XDG_CONFIG_HOME, data: process.env.XDG_DATA_HOME };
  process.env.XDG_CONFIG_HOME = join(home, "config");
  process.env.XDG_DATA_HOME = join(home, "data");
  onTestFinished(() => {
    for (const [name, value] of [
      ["XDG_CONFIG_HOME", before.config],
      ["XDG_DATA_HOME", before.data],
    ] as const)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });
  const project = join(home, "project");
  await mkdir(join(project, "src"), { recursive: true });
  const { config, data } = dataPaths({}, project);
  return { project, config, data, own: join(project, ".kestrel") };
}

describe.skipIf(process.platform !== "linux")("a data folder in a project", () => {
  it("is made for its user alone, remembered in their configuration, and used in the project", async () => {
    const { project, config, data, own } = await given();
    expect(await makeProjectData(project, config)).toBe(own);
    expect((await lstat(own)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(own, ".gitignore"), "utf8")).toBe("*\n");
    expect((await lstat(join(config, "project-data.json"))).mode & 0o777).toBe(0o600);
    for (const folder of [project, join(project, "src")]) {
      const paths = dataPaths({}, folder);
      expect(paths).toMatchObject({ data: own, sessions: join(own, "sessions"), config });
      expect(otherDataFolders(paths)).toEqual([data]);
    }
    await prepareFolders(dataPaths({}, project));
    // Elsewhere nothing has changed, and a variable still says it all.
    expect(dataPaths({}, join(project, "..")).data).toBe(data);
    expect(otherDataFolders(dataPaths({}, join(project, "..")))).toEqual([own]);
    expect(dataPaths({ KESTREL_DATA_DIR: "/x" }, project).data).toBe("/x");
    expect(await makeProjectData(project, config)).toBe(own);
    expect((await workspaceTrust({ data: own }).look(project)).ignored).toEqual([]);
  });

  it("that was made by hand is not used and said, until it is taken over while it is empty", async () => {
    const { project, config, data, own } = await given();
    await mkdir(own, { mode: 0o755 });
    expect(dataPaths({}, project).data).toBe(data);
    expect((await workspaceTrust({ data }).look(project)).ignored).toMatchObject([
      { path: ".kestrel", why: "data_folder" },
    ]);
    expect(await makeProjectData(project, config)).toBe(own);
    expect((await lstat(own)).mode & 0o777).toBe(0o700);
    expect(dataPaths({}, project).data).toBe(own);
  });

  it("that came with a clone is not used, not taken over, and said", async () => {
    const { project, config, data, own } = await given();
    await mkdir(own);
    await writeFile(join(own, "permissions.json"), '{"version":1,"rules":[]}');
    expect(dataPaths({}, project).data).toBe(data);
    await mkdir(join(own, "skills"));
    await expect(makeProjectData(project, config)).rejects.toMatchObject({ params: { why: "holds_skills" } });
    await rm(join(own, "skills"), { recursive: true });
    await expect(makeProjectData(project, config)).rejects.toMatchObject({
      code: "data_folder_unsafe",
      params: { path: own, why: "not_made_here" },
    });
    expect((await workspaceTrust({ data }).look(project)).ignored).toEqual([
      { path: ".kestrel", why: "data_folder" },
    ]);
  });

  it("that took the place of the user's own is not used: another folder, a link, another mark", async () => {
    const { project, config, data, own } = await given();
    await makeProjectData(project, config);
    await rename(own, join(project, "..", "mine"));
    expect(dataPaths({}, project).data).toBe(data);
    await mkdir(own);
    await writeFile(join(own, "mark"), `${"0".repeat(64)}\n`);
    expect(dataPaths({}, project).data).toBe(data);
    await rename(own, join(project, "theirs"));
    await symlink(join(project, "..", "mine"), own);
    expect(dataPaths({}, project).data).toBe(data);
  });

  it("is refused like any data folder when others may write in it", async () => {
    const { project, config, own } = await given();
    await makeProjectData(project, config);
    await chmod(own, 0o777);
    await expect(prepareFolders(dataPaths({}, project))).rejects.toMatchObject({
      code: "data_folder_unsafe",
      params: { why: "writable_by_others" },
    });
  });
});
