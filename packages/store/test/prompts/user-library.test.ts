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

it("says what a model was trained on in the words of then, and a prompt of the user's own in the user's", async () => {
  const top = await mkdtemp(join(tmpdir(), "kestrel-library-"));
  onTestFinished(() => rm(top, { recursive: true, force: true }));
  const config = join(top, "config");
  await mkdir(join(config, "prompts"), { recursive: true });
  await mkdir(join(config, "skills/pdf"), { recursive: true });
  await writeFile(join(config, "prompts/review.md"), "My way to review.");
  await writeFile(
    join(config, "skills/pdf/SKILL.md"),
    "---\nname: pdf\ndescription: Fill forms\n---\nUse the form.",
  );
  const library = userLibrary({ data: top, config }, nothing);
  const prompts = { plan: "Plan as then.", review: "Review as then." };
  const texts = { prompts, skill: (name: string) => `Skill ${name}, as then.` };
  const said = async (name: string) => (await library.expand(name, "", "", texts))?.text;
  expect(await said("plan")).toBe("Plan as then.");
  expect(await said("review")).toBe("My way to review.");
  expect(await said("pdf")).toBe("Skill pdf, as then.\n\nUse the form.");
});
