import { existsSync, mkdirSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testChromium } from "../machine.ts";
import { writeRandomModel } from "../models/random-model.ts";
import { openConsole, wordsOf } from "./open-console.ts";

const root = join(import.meta.dirname, "..", "..");
/** Pictures for people to look at; nothing compares them. */
const output = join(root, "test", ".output");
/** Folders where every user's Kestrel looks; an engine there cannot be hidden from it. */
const shared = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin"];
const missing = testChromium === undefined || shared.some((place) => existsSync(join(place, "llama-server")));

const sentences = {
  "en-US": {
    title: "No model is ready",
    own: "no model of your own answers",
    server: "No model server answers on the usual ports.",
    files: "No model file (GGUF) of your own was found on this disk.",
    engine: "No llama-server was found to run them.",
    again: "Look again",
  },
  "zh-CN": {
    title: "没有可用的模型",
    own: "还没有你自己的模型可以对话",
    server: "常用端口上没有模型服务器回应。",
    files: "磁盘上没有找到你自己的模型文件（GGUF）。",
    engine: "没有找到可以运行它们的 llama-server。",
    again: "再找一次",
  },
} as const;

describe.skipIf(missing)("a first run on a machine without engine and model", () => {
  let folder = "";
  const daemons: Record<string, TestDaemon> = {};

  beforeAll(async () => {
    mkdirSync(output, { recursive: true });
    folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-first-run-")));
    const environment = { PATH: "/usr/bin:/bin", HOME: join(folder, "home") };
    await mkdir(environment.HOME);
    daemons["with kestrel-nano alone"] = await startTestDaemon({ environment });
    const program = await programWithoutModels(join(folder, "bare"));
    daemons["with nothing at all"] = await startTestDaemon({ environment, program });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const looks = (["with nothing at all", "with kestrel-nano alone"] as const).flatMap((name) =>
    ([1440, 360] as const).flatMap((width) =>
      (["en-US", "zh-CN"] as const).map((locale) => ({ name, width, locale })),
    ),
  );

  it.each(looks)(
    "$name, at $width in $locale: what was found, and three ways on",
    async ({ name, width, locale }) => {
      const daemon = daemons[name] ?? expect.fail(name);
      const words = sentences[locale];
      const { servers, engine } = await daemon.client.call("discovery");
      expect(engine).toBeUndefined();
      // Only the checker is let past the policy; the page is the same.
      const page = await openConsole(daemon, {
        viewport: { width, height: 900 },
        colorScheme: width === 360 ? "light" : "dark",
        locale,
        reducedMotion: "reduce",
        bypassCSP: true,
      });
      const main = page.getByRole("main");
      await main.getByRole("heading", { level: 1, name: words.title }).waitFor();
      await main.getByText(words.engine).waitFor();
      const said = await wordsOf(main);
      // kestrel-nano lies in the box: what is missing is one of the person's own.
      expect(said).toContain(words.own);
      expect(said).toContain(words.files);
      // Somebody's server may run beside the tests; then it is what was found.
      expect(said).toContain(servers[0]?.url ?? words.server);
      // kestrel-nano is no reason to be silent about the engine it lacks; there is nothing yet that could be started again.
      expect(/ says how to get one| 会说明如何获取/.test(said)).toBe(name !== "with nothing at all");
      expect(await main.getByRole("button", { name: /Start the engine again|重新启动引擎/ }).count()).toBe(0);
      expect(await main.getByRole("heading", { level: 3 }).count()).toBe(3);
      // As it can be typed here: the built program is no `kestrel` on the path.
      const { command } = await daemon.client.call("status");
      for (const rest of ["models load ", "engine fetch"]) expect(said).toContain(`${command} ${rest}`);
      expect(said).not.toMatch(/[{}⟨⟩]|undefined/);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider).toBeLessThanOrEqual(0);
      const kind = name === "with nothing at all" ? "bare" : "engineless";
      await page.screenshot({
        path: join(output, `first-run-${kind}-${width}-${locale}.png`),
        fullPage: true,
      });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(" ")}`)).toEqual([]);
      await main.getByRole("button", { name: words.again }).click();
      await main.getByText(words.engine).waitFor();
    },
  );

  it("lists a model file that came since, when asked to look again", async () => {
    const daemon = daemons["with nothing at all"] ?? expect.fail("not started");
    const page = await openConsole(daemon);
    const main = page.getByRole("main");
    await main.getByText("No GGUF file was found").waitFor();
    await main.getByText(sentences["en-US"].files).waitFor();
    const models = join(folder, "home", ".lmstudio", "models", "ada", "fledgling");
    await mkdir(models, { recursive: true });
    await writeRandomModel(join(models, "fledgling-q8_0.gguf"), "llama", { width: 64 });
    await main.getByRole("button", { name: "Look again" }).click();
    await main.getByText("1 model file is on this disk.").waitFor();
    await main.locator("summary").filter({ hasText: "fledgling-q8_0" }).waitFor();
    expect(await main.getByText("No GGUF file was found").count()).toBe(0);
  });
});

/** The built program where no model was built beside it. */
async function programWithoutModels(place: string): Promise<string> {
  await mkdir(join(place, "dist"), { recursive: true });
  for (const name of ["kestrel.cjs", "program.cjs", "supervisor.cjs"])
    await copyFile(join(root, "dist", name), join(place, "dist", name));
  for (const name of ["console", "node_modules", "packages"])
    await symlink(join(root, name), join(place, name));
  return join(place, "dist", "kestrel.cjs");
}
