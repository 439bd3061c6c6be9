import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { git, givenNight } from "../daemon/loop-night.ts";
import { testBubblewrap, testChromium } from "../machine.ts";
import { openConsole } from "./open-console.ts";

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
  await page.getByText("has nothing that your checkout does not have").waitFor();
  expect(await readFile(join(night.repository, "src/a.txt"), "utf8")).toBe("1\n");
  expect(git(night.repository, "status", "--porcelain")).toBe("");
  await page.getByRole("button", { name: "Drop" }).click();
  await page.getByRole("button", { name: "Move to trash" }).click();
  await page.getByText("There are no loops.").waitFor();
  await page.getByText(/dropped .*, kept for 30 days/).waitFor();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("button", { name: "Review changes" }).waitFor();
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
