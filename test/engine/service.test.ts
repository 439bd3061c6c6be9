import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { dataPaths, findDaemon } from "../../packages/store/src/index.ts";
import { startWordServer } from "../bench/word-server.ts";
import { type KestrelHome, kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

/** A home whose systemctl writes down what it is asked, and fails where the test wants that. */
async function given() {
  const server = await startWordServer(async (say) => say("Yes."));
  onTestFinished(() => server.close());
  const home = await kestrelHome({ config: `[model]\nurl = "${server.url}"\n` });
  const folder = dirname(home.dataFolder);
  const [bin, asked] = [join(folder, "bin"), join(folder, "asked")];
  await mkdir(bin);
  await writeFile(
    join(bin, "systemctl"),
    `#!/bin/sh\necho "$@" >> '${asked}'\ntest ! -e '${folder}/fails'\n`,
  );
  await chmod(join(bin, "systemctl"), 0o700);
  home.environment.PATH = `${bin}:${home.environment.PATH}`;
  home.environment.XDG_CONFIG_HOME = join(folder, "config");
  const service = (...words: string[]) => kestrel(home, ["service", ...words], { input: "" });
  const unit = join(folder, "config", "systemd", "user", "kestrel.service");
  return { home, folder, service, unit, asked: () => readFile(asked, "utf8") };
}

/** Starts the line of a unit with nothing in its environment, and waits until its daemon can be found. */
async function startsAsWritten(unit: string, home: KestrelHome) {
  const [, line] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const child = spawn("/usr/bin/env", ["-i", "/bin/sh", "-c", `exec ${line}`], { cwd: "/", stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const found = () => findDaemon(dataPaths({ KESTREL_DATA_DIR: home.dataFolder }));
  await expect.poll(async () => (await found())?.pid, { timeout: 30_000 }).toBe(child.pid);
  return child;
}

describe.skipIf(process.platform !== "linux")("kestrel service", () => {
  it("writes a unit whose line starts a daemon as it is written, and takes it away again", async () => {
    const { home, service, unit, asked } = await given();
    const installed = await service("install", "--yes");
    expect(installed.code).toBe(0);
    expect(await asked()).toBe("--user daemon-reload\n--user enable --now kestrel.service\n");
    expect(JSON.parse((await service("--json")).out)).toMatchObject({
      installed: true,
      current: true,
      active: true,
    });
    const child = await startsAsWritten(await readFile(unit, "utf8"), home);
    // Terminals are its clients.
    expect(await kestrel(home, ["run", "-q", "hello"], { input: "" })).toMatchObject({
      code: 0,
      out: "Yes.\n",
    });
    const [stopped] = await Promise.all([kestrel(home, ["stop"], { input: "" }), once(child, "exit")]);
    // In order: whoever keeps it up lets it be.
    expect([stopped.code, child.exitCode]).toEqual([0, 0]);
    expect((await service("uninstall")).code).toBe(0);
    expect(await asked()).toMatch(/--user disable --now kestrel\.service\n$/);
    expect(JSON.parse((await service("status", "--json")).out)).toMatchObject({ installed: false });
  });

  it("installs nothing without a yes", async () => {
    const { service, unit, asked } = await given();
    const { code, err } = await service("install");
    expect(code).toBe(5);
    expect(err).toContain(unit);
    await expect(readFile(unit)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(asked()).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("names the command that failed", async () => {
    const { service, folder } = await given();
    await writeFile(join(folder, "fails"), "");
    const { code, err } = await service("install", "--yes");
    expect(code).toBe(1);
    expect(err).toContain("`systemctl --user enable --now kestrel.service` failed.");
  });
});
