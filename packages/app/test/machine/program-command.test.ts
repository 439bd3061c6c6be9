import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { programCommand } from "../../src/machine/program-command.ts";

/** A clone with its built program, and a folder on PATH that may know it. */
async function givenClone(name = "clone") {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-command-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, name, "dist/kestrel.cjs");
  const bin = join(folder, "bin");
  await mkdir(join(folder, name, "dist"), { recursive: true });
  await mkdir(bin);
  await writeFile(program, "");
  await chmod(program, 0o755);
  return { folder, clone: join(folder, name), program, bin };
}

describe("what a person types to reach this program", () => {
  it("is its name where the shell finds it by that", async () => {
    const { program, bin } = await givenClone();
    await symlink(program, join(bin, "kestrel"));
    expect(programCommand(join(bin, "kestrel"), { PATH: bin }, "/")).toBe("kestrel");
    expect(programCommand(program, { PATH: bin }, "/")).toBe("kestrel");
  });

  it("is its file where it is not installed, or another one is", async () => {
    const { clone, program, bin } = await givenClone();
    expect(programCommand(program, { PATH: bin }, clone)).toBe("node dist/kestrel.cjs");
    expect(programCommand(program, { PATH: bin }, "")).toBe(`node ${program}`);
    expect(programCommand(program, { PATH: bin }, "/")).toBe(`node ${program.slice(1)}`);
    await writeFile(join(bin, "kestrel"), "another");
    await chmod(join(bin, "kestrel"), 0o755);
    expect(programCommand(program, { PATH: bin }, bin)).toBe(`node ${program}`);
  });

  it("can be typed although there are blanks and quotes in it", async () => {
    const { program, bin } = await givenClone("my 'clone'");
    expect(programCommand(program, { PATH: "" }, bin)).toBe(`node '${program.replaceAll("'", "'\\''")}'`);
  });
});
