import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openInBrowser } from "../../src/machine/open-in-browser.ts";

const link = 'http://127.0.0.1:27411/login#c=5ecret-"code"&x';

/** A desktop whose `xdg-open` writes down what it was called with. */
async function givenDesktop() {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-open-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [bin, run, called] = [join(folder, "bin"), join(folder, "run"), join(folder, "called")];
  await mkdir(bin);
  await mkdir(run, { mode: 0o700 });
  await writeFile(
    join(bin, "xdg-open"),
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${called}.draft' && mv '${called}.draft' '${called}'\n`,
  );
  await chmod(join(bin, "xdg-open"), 0o755);
  vi.stubEnv("PATH", `${bin}:${process.env.PATH}`);
  for (const name of ["CI", "SSH_CONNECTION"]) vi.stubEnv(name, undefined);
  vi.stubEnv("DISPLAY", ":0");
  onTestFinished(() => void vi.unstubAllEnvs());
  return { run, arguments: () => vi.waitFor(() => readFile(called, "utf8"), 5_000) };
}

describe.skipIf(process.platform !== "linux")("the desktop's browser", () => {
  it("gets a file for this user alone that leads on, never the link itself", async () => {
    const { run, ...desktop } = await givenDesktop();
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    await openInBrowser(link, run);
    const argument = (await desktop.arguments()).trim();
    expect(argument).not.toContain("5ecret");
    const file = fileURLToPath(argument);
    expect(file.startsWith(run)).toBe(true);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const page = await readFile(file, "utf8");
    expect(page).toContain('content="0;url=http://127.0.0.1:27411/login#c=5ecret-&quot;code&quot;&amp;x"');
  });

  it("leaves no file of an earlier time", async () => {
    const { run, ...desktop } = await givenDesktop();
    await writeFile(join(run, "open-0123456789ab.html"), "old");
    await writeFile(join(run, "token"), "kept");
    await openInBrowser(link, run);
    await desktop.arguments();
    const names = await readdir(run);
    expect(names).toHaveLength(2);
    expect(names).toContain("token");
    expect(names).not.toContain("open-0123456789ab.html");
  });
});
