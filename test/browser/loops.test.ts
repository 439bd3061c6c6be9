import { existsSync } from "node:fs";
import { readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { git, givenNight } from "../daemon/loop-night.ts";
import { testBubblewrap, testChromium } from "../machine.ts";
import { openConsole, say, showSession } from "./open-console.ts";

const missing = testChromium === undefined || testBubblewrap === undefined;

const files = { "src/a.txt": "0\n", "test/a.sh": "grep -q 1 src/a.txt\n", "test/b.sh": "exit 1\n" };

it.skipIf(missing)("a plan is read, begun, followed, reviewed and merged on the page of loops", async () => {
  const puts = `node -e "require('fs').writeFileSync('src/a.txt', '1\\n')"`;
  const night = await givenNight(files, ({ asked, results }) =>
    asked.includes("make a") && results === 0
      ? { name: "shell", args: { command: puts } }
      : results === 0 && asked.includes("fetch b")
        ? { name: "shell", args: { command: "curl https://example.org/b" } }
        : "Done. All tests pass.",
  );
  const page = await openConsole(night.daemon);
  const shot = async (name: string) => {
    const folder = process.env.KESTREL_SHOTS;
    if (!folder) return;
    for (const width of [1440, 360])
      for (const colorScheme of ["dark", "light"] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
      }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await page.getByRole("link", { name: "Loops" }).click();
  await page.getByText("There are no loops.").waitFor();
  await page.getByText("New loop").click();
  await page.getByRole("textbox", { name: "Folder" }).fill(night.repository);
  const plan = page.getByRole("textbox", { name: "Plan" });
  await plan.fill("- [ ] make a\n  chek: true\n");
  await page.getByRole("button", { name: "Check the plan" }).click();
  await page.getByText(/line 2 of the plan/).waitFor();
  await plan.fill(
    "- [ ] test/a.sh looks at b too\n  check: sh test/a.sh\n- [ ] c\n  check: sh test/new.sh\n- [ ] b\n  check: sh test/b.sh\n",
  );
  await page.getByRole("button", { name: "Check the plan" }).click();
  const doubts = page.getByRole("listitem").filter({ hasText: "Note:" });
  await doubts.filter({ hasText: "test/a.sh must stay unchanged, so the item cannot change it." }).waitFor();
  await doubts
    .filter({ hasText: "test/new.sh does not exist yet, so the model writes its own check." })
    .waitFor();
  expect(await doubts.count()).toBe(2);
  await shot("loops-doubts");
  await page.getByRole("button", { name: "Edit" }).click();
  await plan.fill(
    "keep: test/**\nattempts: 1\n- [ ] make a\n  check: sh test/a.sh\n- [ ] fetch b\n  check: sh test/b.sh\n",
  );
  await page.getByRole("button", { name: "Check the plan" }).click();
  await page.getByText("stays as it is: test/**, test/a.sh").waitFor();
  await shot("loops-plan");
  await page.getByRole("button", { name: "Begin this plan" }).click();
  await page.getByText("needs you", { exact: true }).waitFor({ timeout: 90_000 });
  await page.getByText(/Denied: .*curl https:/).waitFor();
  await page.getByRole("button", { name: "Review changes" }).click();
  await page.getByText("src/a.txt", { exact: true }).waitFor();
  await shot("loops-report");
  await page.getByRole("button", { name: "Merge exactly this" }).click();
  await page.getByText("There is nothing to merge: your checkout has all changes of").waitFor();
  expect(await readFile(join(night.repository, "src/a.txt"), "utf8")).toBe("1\n");
  expect(git(night.repository, "status", "--porcelain")).toBe("");
  await page.getByRole("button", { name: "Drop" }).click();
  await page.getByRole("button", { name: "Move to trash" }).click();
  await page.getByText("There are no loops.").waitFor();
  await page.getByText(/dropped .*, kept for 30 days/).waitFor();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("button", { name: "Review changes" }).waitFor();
});

it.skipIf(missing)("a wish becomes a draft that a person opens, edits and begins on the page", async () => {
  const draft = "- [ ] make a\n  check: touch ran; sh test/a.sh\n- [ ] too much\n  check: false\n";
  const puts = `node -e "require('fs').writeFileSync('src/a.txt', '1\\n')"`;
  const night = await givenNight(files, ({ asked, results }) => {
    if (asked.includes("It is done when"))
      return results > 0 ? "Done." : { name: "shell", args: { command: puts } };
    if (results > 0) return "The plan is ready to be edited.";
    return { name: "write", args: { path: "PLAN.md", content: draft } };
  });
  const { client } = night.daemon;
  const { session } = await client.call("openSession", { body: { workspace: night.repository } });
  const page = await openConsole(night.daemon);
  await showSession(page, session.id);
  await say(page, '/loop new "make a better"');
  await page.getByText(/The model drafts PLAN.md/).waitFor();
  await page.getByRole("button", { name: "Allow once" }).click();
  await page.getByText("The plan is ready to be edited.").waitFor();
  const nothingRan = async () => {
    expect((await client.call("listLoops")).loops).toEqual([]);
    expect(existsSync(join(night.repository, "ran"))).toBe(false);
  };
  await nothingRan();
  await page.getByRole("link", { name: "Loops" }).click();
  await page.getByText("New loop").click();
  await page.getByRole("textbox", { name: "Folder" }).fill(night.repository);
  await page.getByRole("button", { name: "Open PLAN.md" }).click();
  const plan = page.getByRole("textbox", { name: "Plan" });
  await expect.poll(() => plan.inputValue()).toBe(draft);
  await plan.fill("- [ ] make a\n  check: sh test/a.sh\n");
  await page.getByRole("button", { name: "Check the plan" }).click();
  await page.getByText("sh test/a.sh", { exact: true }).waitFor();
  await nothingRan();
  await page.getByRole("button", { name: "Begin this plan" }).click();
  await page.getByText(/Every item is done/).waitFor({ timeout: 90_000 });
  // Only a file that is one is opened.
  await rename(join(night.repository, "PLAN.md"), join(night.repository, "plan"));
  await symlink("/etc/hostname", join(night.repository, "PLAN.md"));
  await page.getByRole("button", { name: "Open PLAN.md" }).click();
  await page.getByText(/no file PLAN.md that can be read/).waitFor();
});

it.skipIf(missing)("a yes holds for what was shown: work that changed since is not merged", async () => {
  const night = await givenNight(files, () => "Done.");
  const { client } = night.daemon;
  const { worktree } = await client.call("openWorktree", {
    body: { workspace: night.repository, name: "fix" },
  });
  const page = await openConsole(night.daemon);
  await writeFile(join(worktree.folder, "src/a.txt"), "seen\n");
  await page.getByRole("link", { name: "Loops" }).click();
  await page.getByRole("button", { name: "Review changes" }).click();
  const merge = page.getByRole("button", { name: "Merge exactly this" });
  await merge.waitFor();
  await writeFile(join(worktree.folder, "src/a.txt"), "not seen\n");
  await merge.click();
  await page.getByText(/the commits are not the ones you reviewed/).waitFor();
  expect(await readFile(join(night.repository, "src/a.txt"), "utf8")).toBe("0\n");
});
