import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { git, givenNight, loopNow, type NightScript, runProgram, startLoop } from "../daemon/loop-night.ts";
import { testBubblewrap, testChromium } from "../machine.ts";
import { openConsole } from "./open-console.ts";

const own = join(import.meta.dirname, "..", "..");
const missing = testChromium === undefined || testBubblewrap === undefined;

/** The plan in `docs/guides/worked-night.md`: six items over Kestrel's own sources. */
const plan = `keep: test/**
attempts: 2
- [ ] scripts/count-lines.mjs prints how many lines a file has
  check: test "$(node scripts/count-lines.mjs LICENSE-MIT)" = "$(grep -c '' LICENSE-MIT)"
- [ ] without a file it prints how it is used, and ends with code 2
  check: node scripts/count-l*.mjs; test $? -eq 2
- [ ] the glossary explains what a loop is
  check: grep -qi loop docs/glossary.md
- [ ] the glossary has a line for the script
  check: grep -q count-lines docs/gloss*.md
- [ ] the newest list of time zones is in docs
  check: test -s docs/zones.tab
- [ ] AGENTS.md names the script
  check: grep -q count-lines *.md
`;

const script = `import { readFileSync } from "node:fs";

const [file] = process.argv.slice(2);
`;
const counts = `console.log(readFileSync(file, "utf8").split("\\n").length - 1);\n`;
const usage = `if (file === undefined) {
  console.error("usage: count-lines FILE");
  process.exit(2);
}
`;
const shell = (command: string) => ({ name: "shell", args: { command } });
const adds = (path: string, line: string) => shell(`echo '${line}' >> ${path}`);

/** What the model does: it lies once, fetches what it may not, and says "done" each time. `hangs` while the daemon is to be killed. */
const worker =
  (hangs: { first: boolean; last: boolean }): NightScript =>
  ({ asked, turn, results }) => {
    const done = "Done. All checks pass.";
    const path = "scripts/count-lines.mjs";
    if (asked.includes("how many lines a file has")) {
      if (hangs.first) return undefined;
      return results > 0 ? done : { name: "write", args: { path, content: `${script}${counts}` } };
    }
    if (asked.includes("how it is used")) {
      if (turn === 1 || results > 1) return done;
      return results === 0
        ? { name: "read", args: { path } }
        : { name: "write", args: { path, content: `${script}${usage}${counts}` } };
    }
    if (asked.includes("time zones"))
      return results > 0 ? done : shell("curl -s https://example.org/zones.tab -o docs/zones.tab");
    if (asked.includes("names the script")) {
      if (results === 0) return adds("AGENTS.md", "`scripts/count-lines.mjs` counts the lines of a file.");
      return hangs.last ? undefined : done;
    }
    return results > 0 ? done : adds("docs/glossary.md", "| count-lines | counts the lines of a file |");
  };

/** No part of the page is wider than the page. */
async function fits(page: Page): Promise<void> {
  const found = await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const inner = [...document.querySelectorAll("#main *")].filter(
      (one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest("pre, [class*=overflow]"),
    );
    return { wide, inner: inner.map((one) => one.outerHTML.slice(0, 120)) };
  });
  expect(found).toEqual({ wide: 0, inner: [] });
}

it.skipIf(missing)(
  "a night over Kestrel's own sources: six items, killed twice, and a report, review and merge in the morning",
  { timeout: 300_000 },
  async () => {
    const hangs = { first: true, last: true };
    const night = await givenNight(own, worker(hangs));
    const { daemon, server, repository } = night;
    const before = git(repository, "rev-parse", "HEAD");
    await writeFile(join(repository, "PLAN.md"), plan);
    const { id, worktree } = await startLoop(night, plan);
    // The first kill: in the middle of a request. The second: the work is done, and the reply behind it never comes.
    await expect.poll(() => server.chats.length, { timeout: 60_000 }).toBe(1);
    await daemon.kill();
    hangs.first = false;
    await daemon.start();
    const begun = async () => (await loopNow(night, id)).items.map(({ attempts }) => attempts.length).join();
    await expect.poll(begun, { timeout: 120_000 }).toBe("1,2,0,1,2,1");
    const agents = () => readFile(join(worktree.folder, "AGENTS.md"), "utf8");
    await expect.poll(agents, { timeout: 60_000 }).toContain("count-lines");
    await daemon.kill();
    hangs.last = false;
    await daemon.start();
    await expect.poll(async () => (await loopNow(night, id)).phase, { timeout: 120_000 }).not.toBe("running");

    const loop = await loopNow(night, id);
    expect(loop.items.map(({ state, attempts }) => [state, attempts.length])).toEqual([
      ["done", 1],
      ["done", 2],
      ["already_green", 0],
      ["done", 1],
      ["needs_you", 2],
      ["done", 1],
    ]);
    expect(loop.end).toBe("open");
    expect(git(repository, "rev-parse", "HEAD")).toBe(before);
    const commits = git(worktree.folder, "log", "--format=%s", "--reverse", `${before}..HEAD`).split("\n");
    expect(commits).toEqual([0, 1, 3, 5].map((at) => loop.plan.items[at]?.text));
    const report = await runProgram(night, ["loop", "show", id]);
    expect(report.code).toBe(7);
    expect(report.output).toContain("Denied:");
    expect(report.output).not.toMatch(/\| *$/m);
    const { KESTREL_SHOTS: shots } = process.env;
    if (shots) await writeFile(join(shots, "night.txt"), report.output);

    const page = await openConsole(daemon);
    const shot = async (name: string) => {
      if (shots) await page.screenshot({ path: join(shots, `${name}.png`) });
    };
    const small = { viewport: { width: 360, height: 780 }, locale: "zh-CN", colorScheme: "light" } as const;
    const phone = await openConsole(daemon, small);
    const address = `${new URL(page.url()).origin}/#/loops`;
    await page.goto(address);
    await page.getByText("needs you", { exact: true }).waitFor();
    await page.setViewportSize({ width: 1000, height: 1150 });
    await shot("night-report");
    await page.getByRole("button", { name: "Review changes" }).click();
    const merge = page.getByRole("button", { name: "Merge exactly this" });
    await merge.scrollIntoViewIfNeeded();
    await shot("night-review");

    await phone.goto(address);
    await phone.getByText("需要你", { exact: true }).waitFor();
    expect(await phone.getByRole("region", { name: id }).textContent()).not.toContain("loop resume");
    await fits(phone);
    if (shots) await phone.screenshot({ path: join(shots, "phone-report.png"), fullPage: true });
    await phone.getByRole("button", { name: "查看更改" }).click();
    const mergeThere = phone.getByRole("button", { name: "就合并这些" });
    await mergeThere.scrollIntoViewIfNeeded();
    await fits(phone);
    if (shots) await phone.screenshot({ path: join(shots, "phone-review.png") });
    await phone.getByText("新建循环").click();
    // The person's folder, never the checkout of a loop.
    const { worktrees } = await daemon.client.call("listWorktrees", { body: {} });
    const offered = await phone.getByRole("textbox", { name: "文件夹" }).inputValue();
    expect(worktrees.map(({ folder }) => folder)).not.toContain(offered);
    await fits(phone);
    if (shots) await phone.screenshot({ path: join(shots, "phone-new.png") });

    await merge.click();
    await page.getByText("There is nothing to merge: your checkout has all changes of").waitFor();
    // Each state equals its check, run by hand in what was merged.
    for (const { check } of loop.plan.items) {
      const run = () => execFileSync("sh", ["-c", check], { cwd: repository, stdio: "pipe" });
      if (check.includes("zones")) expect(run).toThrow();
      else expect(run, check).not.toThrow();
    }
  },
);
