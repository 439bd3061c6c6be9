import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { userLibrary } from "../../src/prompts/user-library.ts";

const nothing = {
  look: async (workspace: string) => ({
    ...{ workspace, state: "nothing" as const, digest: "" },
    ...{ files: [], deny: [], ignored: [] },
  }),
};

it("has our prompts and the user's own, which replace ours; a skill that is switched off is in no new session but can be called", async () => {
  const top = await mkdtemp(join(tmpdir(), "kestrel-library-"));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const [data, config] = [join(top, "data"), join(top, "config")];
  await mkdir(data);
  const put = async (path: string, text: string) => {
    await mkdir(dirname(join(config, path)), { recursive: true });
    await writeFile(join(config, path), text);
  };
  await put(
    "prompts/release.md",
    "---\ndescription: Notes for a release\n---\nWrite the notes of $1. Run !`date`.",
  );
  await put("prompts/review.md", "My way to review.");
  await put("prompts/Not a name.md", "x");
  await put("skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill forms\n---\nUse the form.");
  await symlink("/etc/passwd", join(config, "prompts/secret.md"));
  const library = userLibrary({ data, config }, nothing);
  const { prompts, skills } = await library.list("");
  expect(prompts.map(({ name, from }) => `${from} ${name}`)).toEqual([
    ...["kestrel code", "kestrel plan", "kestrel debug", "kestrel ask", "kestrel brainstorm"],
    ...[
      "kestrel frontend-design",
      "kestrel review-security",
      "kestrel simplify",
      "user release",
      "user review",
    ],
  ]);
  expect(await library.expand("release", "1.2", "")).toMatchObject({
    kind: "prompt",
    text: "Write the notes of 1.2. Run !`date`.",
  });
  expect(await library.expand("review", "", "")).toMatchObject({ text: "My way to review." });
  expect(await library.expand("plan", "", "")).toMatchObject({ mode: "plan" });

  expect(skills).toMatchObject([{ name: "pdf", from: "user", on: true }]);
  const lines = async () => (await library.skills.lines("/work")).map(({ name }) => name);
  expect(await lines()).toEqual(["pdf"]);
  expect(await library.switchSkill("pdf", false, "")).toBe(true);
  expect(await lines()).toEqual([]);
  expect(await library.expand("pdf", "", "")).toMatchObject({ kind: "capability" });
  expect(await library.switchSkill("other", false, "")).toBe(false);
});
