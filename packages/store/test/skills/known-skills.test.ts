import { mkdir, mkdtemp, realpath, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { knownSkill } from "../../src/skills/known-skills.ts";

const room = () => ({ files: 10, bytes: 10_000 });

it("reads a skill again where anything of it changed, though its size and its time were put back, and else not", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-known-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "scripts"));
  await writeFile(join(folder, "SKILL.md"), "---\nname: birds\ndescription: Name birds.\n---\nLook up.\n");
  const script = join(folder, "scripts/look.sh");
  await writeFile(script, "echo one\n");
  const read = () => knownSkill(folder, "birds", room(), 0);
  const first = await read();
  expect(first).toMatchObject({ name: "birds", beside: [{ path: "scripts/look.sh" }] });
  // The very same value: not a byte was read.
  expect(await read()).toBe(first);

  const { atime, mtime } = await stat(script);
  await writeFile(script, "echo two\n");
  await utimes(script, atime, mtime);
  const second = await read();
  expect(second).not.toBe(first);
  expect(second).not.toMatchObject({ digest: (first as { digest: string }).digest });
  await writeFile(join(folder, "more.md"), "");
  expect(await read()).toMatchObject({ beside: [{ path: "more.md" }, { path: "scripts/look.sh" }] });
  // What is known takes the room that it took when it was read.
  const left = room();
  await knownSkill(folder, "birds", left, 0);
  expect(left.files).toBe(7);
  expect(await knownSkill(folder, "birds", { files: 2, bytes: 10_000 }, 0)).toMatchObject({
    why: "skill_too_large",
  });
  // What changed a moment ago is not trusted to have another time.
  expect(await knownSkill(folder, "fresh", room())).not.toBe(await knownSkill(folder, "fresh", room()));
});
