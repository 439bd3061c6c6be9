import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { serviceDefinition, variablesToKeep } from "../../src/service/service-definition.ts";

const run = promisify(execFile);
const analyze = await run("systemd-analyze", ["--version"]).then(
  () => true,
  () => false,
);

const odd = '/opt/my "birds" & 100%/$HOME\\n/kestrel.cjs';
const facts = {
  command: ["/usr/bin/node", odd, "serve"],
  environment: { KESTREL_DATA_DIR: "/data/of ada", PATH: "/usr/bin:/bin" },
  home: "/home/ada",
  configHome: "/home/ada/.config",
  dataFolder: "/data/of ada",
  uid: 1000,
};

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "kestrel-service-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

describe("the service of a user", () => {
  it.skipIf(!analyze)("is a unit that systemd-analyze has nothing against", async () => {
    const here = await folder();
    const script = join(here, "kes trel.cjs");
    await writeFile(script, "");
    const unit = serviceDefinition({
      ...{ ...facts, platform: "linux", command: [process.execPath, script, "serve"] },
    });
    const file = join(here, "kestrel.service");
    await writeFile(file, unit?.text ?? "");
    const { stdout, stderr } = await run("systemd-analyze", ["--user", "verify", file], {
      env: { ...process.env, XDG_RUNTIME_DIR: here },
    });
    expect(stdout + stderr).toBe("");
  });

  it("quotes what systemd would read otherwise", () => {
    const unit = serviceDefinition({ ...facts, platform: "linux" });
    expect(unit?.file).toBe("/home/ada/.config/systemd/user/kestrel.service");
    const [line] = /^ExecStart=.*$/m.exec(unit?.text ?? "") ?? [];
    expect(line).toBe(
      'ExecStart=/usr/bin/env "KESTREL_DATA_DIR=/data/of ada" PATH=/usr/bin:/bin /usr/bin/node ' +
        '"/opt/my \\"birds\\" & 100%%/$$HOME\\\\n/kestrel.cjs" serve',
    );
  });

  it("is a property list for launchd", () => {
    const agent = serviceDefinition({ ...facts, platform: "darwin" });
    expect(agent?.file).toBe("/home/ada/Library/LaunchAgents/dev.kestrel.daemon.plist");
    const strings = [...(agent?.text ?? "").matchAll(/<string>(.*)<\/string>/g)].map(([, text]) => text);
    expect(strings).toEqual([
      "dev.kestrel.daemon",
      "/usr/bin/node",
      "/opt/my &quot;birds&quot; &amp; 100%/$HOME\\n/kestrel.cjs",
      "serve",
      "/data/of ada",
      "/usr/bin:/bin",
      "/data/of ada/daemon-output.log",
      "/data/of ada/daemon-output.log",
    ]);
    expect(agent?.install).toEqual([["launchctl", "bootstrap", "gui/1000", agent?.file]]);
  });

  it("is a task for Windows, without an end and without more rights", () => {
    const task = serviceDefinition({
      ...{ ...facts, platform: "win32", command: ["C:\\Program Files\\node.exe", "C:\\k&k.cjs", "serve"] },
    });
    expect(task?.text).toContain("<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>");
    expect(task?.text).toContain("<RunLevel>LeastPrivilege</RunLevel>");
    expect(task?.text).toContain("<Command>cmd.exe</Command>");
    expect(task?.text).toContain(
      "/d /s /c &quot;set &quot;KESTREL_DATA_DIR=/data/of ada&quot;&amp;&amp; &quot;C:\\Program Files\\node.exe&quot; &quot;C:\\k&amp;k.cjs&quot; &quot;serve&quot;&quot;",
    );
  });

  it("is none where nobody would keep it", () => {
    expect(serviceDefinition({ ...facts, platform: "sunos" })).toBeUndefined();
  });

  it("takes no keys along", () => {
    const environment = {
      ...{ PATH: "/bin", KESTREL_DATA_DIR: "/d", KESTREL_MODEL_API_KEY: "sk-1", OPENAI_API_KEY: "sk-2" },
      ...{ KESTREL_TOKEN: "t", TERM: "xterm", XDG_CONFIG_HOME: "/c" },
    };
    expect(variablesToKeep(environment)).toEqual({
      KESTREL_DATA_DIR: "/d",
      PATH: "/bin",
      XDG_CONFIG_HOME: "/c",
    });
  });
});
