import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createCommandRunner, createProgramStarter, createSandbox } from "@kestrel/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { testBubblewrap } from "../../../../test/machine.ts";

const supervisorPath = fileURLToPath(new URL("../../src/supervisor/supervisor.cjs", import.meta.url));
const [toNobody = "", ...asNobody] = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"];
const systemPath = "/usr/local/bin:/usr/bin:/bin";
const isRoot = process.getuid?.() === 0;

/** A sandbox and a folder that every command of it sees. Not below /tmp, which is empty inside. */
function given() {
  const parent = isRoot ? "/var/cache" : join(homedir(), ".cache");
  mkdirSync(parent, { recursive: true });
  const base = realpathSync(mkdtempSync(join(parent, "kestrel-sockets-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  chmodSync(base, 0o755);
  for (const name of ["bin", "workspace", "real", "home"]) mkdirSync(join(base, name));
  if (testBubblewrap) copyFileSync(testBubblewrap, join(base, "bin", "bwrap"));
  const sandbox = createSandbox({
    setting: "required",
    folder: join(base, "sandbox"),
    path: join(base, "bin"),
  });
  const runner = createCommandRunner({ supervisorPath, sandbox });
  const run = async (line: string, hidden: readonly string[] = []) => {
    let output = "";
    const end = await runner.run(
      {
        ...{ file: "/bin/sh", args: ["-c", line], folder: join(base, "workspace") },
        environment: { PATH: process.env.PATH ?? "" },
        confinement: { network: false, writable: [join(base, "workspace")], sealed: [], hidden },
      },
      (text) => {
        output += text;
      },
      new AbortController().signal,
    );
    return { end, output };
  };
  const programs = createProgramStarter({ supervisorPath, sandbox });
  /** What a program says to a line that it is told, and what it complains of. */
  const speak = async (line: string) => {
    let [output, errors] = ["", ""];
    const program = await programs.start(
      {
        ...{ file: "/bin/cat", args: [], folder: join(base, "workspace") },
        environment: { PATH: process.env.PATH ?? "" },
        confinement: { network: false, writable: [], sealed: [], hidden: [] },
      },
      {
        output: async (bytes) => {
          output += Buffer.from(bytes).toString();
        },
        errors: (text) => {
          errors += text;
        },
      },
    );
    void program.write(line);
    await program.end(30_000);
    const end = await program.ended;
    await program.spoken;
    return { end, output, errors };
  };
  return { base, sandbox, run, speak };
}

async function listening(path: string): Promise<Server> {
  const server = createServer((socket) => socket.end("reached"));
  server.listen(path);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return server;
}

const talk = (path: string) =>
  `python3 -c "import socket; s=socket.socket(socket.AF_UNIX); s.connect('${path}'); print(s.recv(9))" 2>&1`;

describe.skipIf(testBubblewrap === undefined)("sockets of the machine", () => {
  it.skipIf(!isRoot)(
    "below /var/run, which is a link, leave the sandbox standing and are not reached",
    async () => {
      const { sandbox, run } = given();
      const folder = mkdtempSync("/var/run/kestrel-");
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      await listening(join(folder, "socket"));
      expect(await sandbox.status()).toMatchObject({ state: "active" });
      const { end, output } = await run(talk(join(folder, "socket")));
      expect(output).toMatch(/No such file/);
      expect(end).toEqual({ kind: "exited", code: 1 });
    },
  );

  it("reached through a link are closed where they are, and so is a hidden place that is a link", async () => {
    const { base, run } = given();
    symlinkSync("real", join(base, "linked"));
    await listening(join(base, "linked", "socket"));
    mkdirSync(join(base, "real", "keys"));
    symlinkSync("../real/keys", join(base, "home", ".ssh"));
    const { output } = await run(
      `${talk(join(base, "linked", "socket"))}; ${talk(join(base, "real", "socket"))}; touch ${base}/real/keys/x; ls -A ${base}/home/.ssh/`,
      [join(base, "home", ".ssh")],
    );
    expect(output).not.toContain("reached");
    expect(output).toMatch(/Connection refused|Permission denied|not a socket/i);
    expect(output).toContain("Read-only file system");
  });

  it.skipIf(!isRoot)(
    "of another user that come and go stop no command, and no program that is spoken with",
    async () => {
      const { base, sandbox, run, speak } = given();
      chmodSync(join(base, "real"), 0o777);
      // Names that are there when they are listed and gone when they are to be covered.
      const script = `
      import os, socket
      at = 0
      while True:
          at += 1
          path = '${base}/real/s%d' % (at % 50)
          s = socket.socket(socket.AF_UNIX)
          s.bind(path)
          os.chmod(path, 0o777)
          os.unlink(path)
          if at == 1: print('going', flush=True)`.replaceAll("\n      ", "\n");
      const restless = spawn(toNobody, [...asNobody, "python3", "-c", script], {
        stdio: ["ignore", "pipe", "inherit"],
        env: { PATH: systemPath },
      });
      onTestFinished(() => void restless.kill("SIGKILL"));
      await once(restless.stdout, "data");
      // Before the sandbox knows of that user.
      expect(await speak("hello\n")).toEqual({
        ...{ end: { kind: "exited", code: 0 }, output: "hello\n", errors: "" },
      });
      expect(await sandbox.status()).toMatchObject({ state: "active" });
      for (let at = 0; at < 15; at += 1)
        expect(await run("echo ran")).toEqual({ end: { kind: "exited", code: 0 }, output: "ran\n" });
    },
  );

  it.skipIf(!isRoot)("of others, however many, leave no room taken from those of root", async () => {
    const { base, sandbox, run } = given();
    chmodSync(join(base, "real"), 0o777);
    const script = `
      import os, socket, sys
      kept = []
      for at in range(3500):
          s = socket.socket(socket.AF_UNIX)
          path = '${base}/real/%d' % at
          s.bind(path)
          os.chmod(path, 0o777)
          kept.append(s)
      print('bound', flush=True)
      sys.stdin.read()`.replaceAll("\n      ", "\n");
    const words = [...asNobody, "prlimit", "--nofile=5000", "python3", "-c", script];
    const other = spawn(toNobody, words, {
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => void other.kill("SIGKILL"));
    await once(other.stdout, "data");
    await listening(join(base, "home", "socket"));
    const { end, output } = await run(talk(join(base, "home", "socket")));
    expect(end.kind).toBe("exited");
    expect(output).not.toContain("reached");
    const status = await sandbox.status();
    expect(status.state === "active" && status.exposed?.length).toBe(50);
  });
});
