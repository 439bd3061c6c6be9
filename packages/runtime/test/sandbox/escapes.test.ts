import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Command, Confinement } from "@kestrel/core";
import { createCommandRunner, createSandbox } from "@kestrel/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testBubblewrap } from "../../../../test/machine.ts";
import { type Escape, escapes, type Surroundings } from "./escapes.ts";
import { escapesWithoutGit, gitEscapes } from "./git-escapes.ts";

const supervisorPath = fileURLToPath(new URL("../../src/supervisor/supervisor.cjs", import.meta.url));
const secret = "secret-of-the-daemon";

function gitAs(as: readonly string[], words: readonly string[], cwd: string, home: string) {
  const [file = "", ...rest] = [...as, "git", ...words];
  execFileSync(file, rest, { cwd, stdio: "ignore", env: { PATH: process.env.PATH, HOME: home } });
}

/** The same sandbox, entered by another user, to whom everything there belongs. */
function lentTo(as: readonly string[], sandbox: ReturnType<typeof createSandbox>, base: string) {
  const [file = "", ...words] = as;
  return {
    ...sandbox,
    enter: async (command: Command) => {
      const entered = await sandbox.enter(command);
      execFileSync("chown", ["-R", "65534:65534", base]);
      return {
        ...entered,
        command: {
          ...entered.command,
          file,
          args: [...words, entered.command.file, ...entered.command.args],
        },
      };
    },
  };
}

/** Not below /tmp, which is empty inside whatever else happens. */
function makeGround(): { base: string; around: Surroundings; home: string } {
  mkdirSync(parent, { recursive: true });
  const base = realpathSync(mkdtempSync(join(parent, "kestrel-escapes-")));
  chmodSync(base, 0o755);
  const at = (...names: string[]) => join(base, ...names);
  for (const name of ["workspace", "outside", "data", "home/.ssh"]) mkdirSync(at(name), { recursive: true });
  chmodSync(at("outside"), 0o777);
  writeFileSync(at("outside/precious"), "precious", { mode: 0o666 });
  writeFileSync(at("data/token"), secret);
  mkdirSync(at("bin"));
  if (testBubblewrap) copyFileSync(testBubblewrap, at("bin/bwrap"));
  writeFileSync(at("home/.ssh/id_ed25519"), secret);
  symlinkSync(at("outside"), at("workspace/planted-link"));
  return {
    base,
    home: at("home"),
    around: {
      workspace: at("workspace"),
      outside: at("outside"),
      data: at("data"),
      socket: at("outside/socket"),
      innerSocket: at("workspace/socket"),
      abstractName: `kestrel-${randomUUID()}`,
      port: 0,
      victim: 0,
    },
  };
}

/** Root's commands meet a kernel that trusts root; an ordinary user's meet namespaces that a user made. */
const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"];
const isRoot = process.getuid?.() === 0;
/** Open to every user: a sandbox that another test enters as nobody covers the sockets here and has to reach them. */
const parent = isRoot ? "/var/cache" : join(homedir(), ".cache");
const users = [
  { user: isRoot ? "root" : "this user", as: [] as string[] },
  ...(isRoot ? [{ user: "nobody", as: asNobody }] : []),
];

// Vitest's `skipIf` before a `for` skips nothing.
if (testBubblewrap === undefined) it.skip("no command gets out of the sandbox, which this machine lacks");
describe.for(testBubblewrap === undefined ? [] : users)(
  "no command of $user gets out of the sandbox",
  ({ as }) => {
    const { base, around, home } = makeGround();
    const folder = join(around.data, "sandbox");
    const sandbox = createSandbox({ setting: "required", folder, path: join(base, "bin") });
    const runner = createCommandRunner({
      supervisorPath,
      sandbox: as.length === 0 ? sandbox : lentTo(as, sandbox, base),
    });
    const servers: Server[] = [];
    const reached: string[] = [];
    const [program = "", ...words] = [...as, "sleep", "600"];
    const victim = spawn(program, words, {
      stdio: "ignore",
      env: { PATH: process.env.PATH, VICTIM_SECRET: secret },
    });
    const kernel = () =>
      ["core_pattern", "domainname"].map((name) => readFileSync(`/proc/sys/kernel/${name}`, "utf8"));
    const kernelBefore = kernel();

    beforeAll(async () => {
      around.victim = victim.pid ?? 0;
      const listen = (name: string, where: string | number) =>
        new Promise<Server>((resolve) => {
          const server = createServer((socket) => {
            reached.push(name);
            socket.destroy();
          });
          servers.push(server);
          server.listen(typeof where === "number" ? { host: "127.0.0.1", port: where } : where, () =>
            resolve(server),
          );
        });
      await listen("path", around.socket);
      await listen("inner", around.innerSocket);
      await listen("abstract", `\0${around.abstractName}`);
      const tcp = (await listen("tcp", 0)).address();
      if (tcp && typeof tcp === "object") around.port = tcp.port;
    });
    afterAll(() => {
      for (const server of servers) server.close();
      victim.kill("SIGKILL");
      rmSync(base, { recursive: true, force: true });
    });

    async function run(script: string) {
      const confinement: Confinement = {
        network: false,
        writable: [around.workspace],
        sealed: [
          { path: join(around.workspace, ".git"), kind: "folder" },
          { path: join(around.workspace, "HEAD"), kind: "file" },
        ],
        hidden: [around.data, join(home, ".ssh")],
      };
      let text = "";
      const end = await runner.run(
        {
          file: "/bin/sh",
          args: ["-c", script],
          folder: around.workspace,
          environment: { PATH: process.env.PATH ?? "", HOME: home },
          timeoutMs: 20_000,
          confinement,
        },
        (part) => {
          text += part;
        },
        new AbortController().signal,
      );
      return { end, text };
    }

    /** What the user's own git would do in the folder, as a prompt does it. */
    function userLooks() {
      for (const words of [["status"], ["diff"], ["log"]]) {
        try {
          gitAs(as, words, around.workspace, home);
        } catch {
          // No repository is an answer as well.
        }
      }
    }

    function expectNothingFired(text: string) {
      userLooks();
      expect(text).not.toContain(secret);
      expect(text).not.toContain("FIRED ");
      expect(readdirSync(around.outside).sort()).toEqual(["precious", "socket"]);
      expect(readFileSync(join(around.outside, "precious"), "utf8")).toBe("precious");
      expect(reached).toEqual([]);
      expect(victim.exitCode ?? victim.signalCode).toBeNull();
      expect(kernel()).toEqual(kernelBefore);
      expect(readFileSync(join(around.data, "token"), "utf8")).toBe(secret);
      expect(
        ["/fired", "/etc/fired", "/usr/bin/fired", "/var/fired", "/opt/fired"].filter(existsSync),
      ).toEqual([]);
      expect(readdirSync(home)).toEqual([".ssh"]);
    }

    const have = ({ programs = [] }: Escape) => programs.every((name) => existsSync(`/usr/bin/${name}`));

    it("is active here", async () => {
      expect(await sandbox.status()).toEqual({ state: "active", by: "bubblewrap", required: true });
      const { end, text } = await run("pwd; echo hello > made; cat made; exit 7");
      expect({ end, text }).toEqual({
        end: { kind: "exited", code: 7 },
        text: `${around.workspace}\nhello\n`,
      });
    });

    describe("without .git", () => {
      for (const attempt of escapesWithoutGit) {
        it.skipIf(!have(attempt))(attempt.name, async () => {
          const before = readdirSync(around.workspace).sort();
          const { text, end } = await run(attempt.script(around));
          expect(end.kind, text).toBe("exited");
          userLooks();
          expectNothingFired(text);
          expect(readdirSync(around.workspace)).not.toContain(".git");
          for (const name of readdirSync(around.workspace))
            if (!before.includes(name))
              rmSync(join(around.workspace, name), { recursive: true, force: true });
        });
      }
    });

    describe("with .git", () => {
      beforeAll(() => {
        const git = (...words: string[]) => gitAs(as, words, around.workspace, home);
        if (as.length > 0) execFileSync("chown", ["-R", "65534:65534", base]);
        git("init");
        writeFileSync(join(around.workspace, "a.txt"), "a");
        git("add", "a.txt");
      });
      for (const attempt of [...escapes, ...gitEscapes]) {
        it.skipIf(!have(attempt))(attempt.name, async () => {
          const { text, end } = await run(attempt.script(around));
          expect(["exited", "signalled"], text).toContain(end.kind);
          if (gitEscapes.includes(attempt)) userLooks();
          if (attempt.name === "a later process") await pause(1_200);
          expectNothingFired(text);
        });
      }
    });
  },
);
