import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graphicsHere } from "../../packages/runtime/src/models/graphics-here.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { testChromium, testEngine } from "../machine.ts";
import { openConsole } from "./open-console.ts";

/** Pictures for people to look at; nothing compares them. */
const output = join(import.meta.dirname, "..", ".output");
const isDebian =
  existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
/** Folders where every user's Kestrel looks; an engine there cannot be hidden from it. */
const shared = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin"];
const isThere = shared.some((place) => existsSync(join(place, "llama-server")));
const hasGraphics = (await graphicsHere()) !== undefined;
const missing = testEngine === undefined || testChromium === undefined || !isDebian || isThere;

describe.skipIf(missing)("fetching the engine", () => {
  let folder = "";
  let daemon: TestDaemon;
  beforeAll(async () => {
    mkdirSync(output, { recursive: true });
    folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-fetch-engine-")));
    await writeArchive(folder);
    const environment = { PATH: `${folder}/bin:/usr/bin:/bin`, HOME: join(folder, "home") };
    await mkdir(environment.HOME);
    daemon = await startTestDaemon({ environment });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const asked = () => readFile(join(folder, "asked"), "utf8").catch(() => "");
  const updates = async () => (await asked()).split("\n").filter((line) => / update$/.test(line)).length;
  const look = async (page: Page, name: string) => {
    await page.screenshot({ path: join(output, `fetch-engine-${name}.png`) });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(" ")}`)).toEqual([]);
  };

  it("begins when a person asks, survives a reload, says why it failed, and is tried again", async () => {
    const view = { reducedMotion: "reduce", bypassCSP: true } as const;
    const page = await openConsole(daemon, { ...view, colorScheme: "light" });
    const get = page.getByRole("button", { name: /^Fetch the engine \(~[\d.]+\sM/ });
    await get.waitFor();
    await look(page, "1440-light");
    expect(await asked()).toBe("");
    // Without a graphics processor nobody is given what only one needs.
    const vulkan = page.getByRole("checkbox", { name: /^With Vulkan \(~4\.[0-9]\sMi?B more\)/ });
    expect(await vulkan.isChecked()).toBe(hasGraphics);
    await vulkan.check();
    await look(page, "vulkan-1440-light");

    await get.focus();
    await page.keyboard.press("Enter");
    const step = page.getByRole("status").filter({ hasText: "Downloading the packages" });
    await step.waitFor();
    expect(await daemon.client.call("fetchEngine", { body: {} })).toMatchObject({ state: "running" });
    await page.reload();
    await step.waitFor();
    expect(await get.isDisabled()).toBe(true);
    expect(await updates()).toBe(1);
    expect(await asked()).toContain("llama.cpp-tools patchelf libggml0-backend-vulkan");

    const phone = await openConsole(daemon, {
      ...{ ...view, colorScheme: "dark", locale: "zh-CN", viewport: { width: 360, height: 900 } },
    });
    await phone.getByText("正在下载软件包").waitFor();
    await look(phone, "360-dark-zh");

    await writeFile(join(folder, "refuse"), "");
    await page.getByRole("alert").filter({ hasText: "the archive is away" }).waitFor();
    await look(page, "failed-1440-light");
    await phone.getByRole("button", { name: "重试" }).waitFor();
    await look(phone, "failed-360-dark-zh");

    await rm(join(folder, "refuse"));
    await writeFile(join(folder, "give"), "");
    await vulkan.check();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(/^llama-server .* can run them\.$/).waitFor();
    await expect.poll(async () => (await daemon.client.call("discovery")).engine?.build).toBe("gpu");
    await get.waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    // The page stays, and nothing on it is said to have failed.
    await page.getByRole("heading", { level: 1, name: "Use your own model" }).waitFor();
    await page.getByRole("link", { name: /stopped$/i }).waitFor();
    expect(await page.getByText("Failed").count()).toBe(0);
    await look(page, "fetched-1440-light");
  });
});

/** What stands for apt and its archive: it waits until it is told to give or to refuse, and gives the engine of the tests. */
async function writeArchive(folder: string): Promise<void> {
  await mkdir(join(folder, "bin"));
  const program = (name: string, lines: string) =>
    writeFile(join(folder, "bin", name), `#!/bin/sh\n${lines}`, { mode: 0o755 });
  await program(
    "apt-get",
    `case "$1" in indextargets) printf 'http://archive.test/debian\\ttrixie\\t/none:1\\n'; exit;; esac
for word in "$@"; do case "$word" in Dir::Cache=*) cache=\${word#Dir::Cache=};; esac; done
echo "$@" >> ${folder}/asked
case "$*" in
*--print-uris*) echo "'http://archive.test/engine.deb' engine.deb 14000000 SHA256:0";;
*--download-only*)
  while [ ! -e ${folder}/give ] && [ ! -e ${folder}/refuse ]; do sleep 0.1; done
  if [ -e ${folder}/refuse ]; then echo "the archive is away" >&2; exit 100; fi
  touch "$cache/archives/engine.deb";;
esac
`,
  );
  await program(
    "dpkg-deb",
    `root=$3/usr
mkdir -p $root/bin $root/lib64 $root/lib
for triplet in x86_64 aarch64; do
  mkdir -p $root/lib/$triplet-linux-gnu/ggml/backends0 $root/lib/$triplet-linux-gnu/llama
  touch $root/lib/$triplet-linux-gnu/ggml/backends0/libggml-vulkan.so
done
printf '#!/bin/sh\\n[ "$1" = --list-devices ] && echo "  Vulkan0: a test" && exit\\nexec ${testEngine} "$@"\\n' > $root/bin/llama-server
for loader in lib64/ld-linux-x86-64.so.2 lib/ld-linux-aarch64.so.1; do printf '#!/bin/sh\\n' > $root/$loader; chmod +x $root/$loader; done
chmod +x $root/bin/llama-server
`,
  );
}
