import { mkdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { browseFolder } from "../../src/index.ts";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";

async function given(): Promise<string> {
  const folder = await temporaryFolder();
  for (const name of ["b2", "b10", ".cache", "secret/inside"])
    await mkdir(join(folder, name), { recursive: true });
  for (const name of ["notes.txt", "Small-Q4.GGUF", "key.pem"]) await writeFile(join(folder, name), "1234");
  await symlink(join(folder, "b2"), join(folder, "link"));
  await symlink(join(folder, "secret"), join(folder, "way-in"));
  await symlink(join(folder, "nowhere"), join(folder, "gone.gguf"));
  return folder;
}

describe("looking into a folder", () => {
  it("shows folders and models by name, hidden ones last, and nothing of other files", async () => {
    const folder = await given();
    expect(await browseFolder(folder, [])).toEqual({
      path: folder,
      parent: tmpdir(),
      folders: ["b2", "b10", "link", "secret", "way-in", ".cache"],
      models: [{ name: "Small-Q4.GGUF", bytes: 4 }],
      more: false,
    });
  });

  it("shows neither Kestrel's own folders nor what is in them, by no way", async () => {
    const folder = await given();
    const closed = [join(folder, "secret")];
    expect((await browseFolder(folder, closed)).folders).not.toContain("secret");
    for (const way of ["secret", "secret/inside", "way-in", "way-in/inside", "b2/../secret"])
      await expect(browseFolder(join(folder, way), closed), way).rejects.toMatchObject({
        code: "workspace_invalid",
        params: { reason: "forbidden" },
      });
  });

  it.each([
    ["relative", () => "home"],
    ["relative", () => "/tmp\0/x"],
    ["missing", (folder: string) => join(folder, "nowhere")],
    ["not_a_folder", (folder: string) => join(folder, "notes.txt")],
  ])("refuses what is %s", async (reason, pathIn) => {
    const asked = browseFolder(pathIn(await given()), []);
    await expect(asked).rejects.toMatchObject({ code: "workspace_invalid", params: { reason } });
  });

  it("stops at 500 and says that there is more", async () => {
    const folder = await given();
    for (let at = 0; at < 520; at++) await mkdir(join(folder, "b2", `f${at}`));
    const { folders, more } = await browseFolder(join(folder, "b2"), []);
    expect([folders.length, more]).toEqual([500, true]);
  });
});
