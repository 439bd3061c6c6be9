import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { GuardedPlaces } from "@kestrel/tools";
import { describe, expect, it } from "vitest";
import { testBubblewrap } from "../../machine.ts";
import { sandboxedWorkplace } from "../../sandbox/sandboxed-workplace.ts";

/** Waits for something that happens beside the test. */
async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await wait(10);
}

const asides = (root: string) => readdirSync(root).filter((name) => name.includes(".put-aside-"));

describe.skipIf(testBubblewrap === undefined)("what a command in the sandbox makes where others obey", () => {
  it("is put aside, however it came there, and said", async () => {
    const place = await sandboxedWorkplace();
    const { root } = place;
    await mkdir(join(root, "cfg"));
    await symlink("cfg", join(root, ".claude"));
    const script = [
      "echo 'touch fired' > .envrc",
      "mkdir v; echo '{}' > v/tasks.json; until mv -T v .zed; do :; done",
      "printf 'x\\n' > made; mv made kestrel.toml",
      "mkdir .kestrel .config .config/fish; echo x > .config/fish/config.fish; echo x > .kestrel/config.toml",
      "ln -s cfg .idea; ln made.txt .mcp.json; echo x > .GitModules",
      "rm .claude; mkdir .claude; echo x > .claude/settings.json; echo x > cfg/settings.json",
      "mkdir .git/hooks; echo x > .git/config; git init -q .; echo 'ref: x' > HEAD",
      "echo plain > plain.txt; mkdir build; chmod 555 .",
    ];
    await place.put("attack.sh", script.join("\n"));
    await place.put("made.txt", "linked\n");
    const assessed = await place.assess("shell", { command: "env sh attack.sh" });
    expect(assessed).toMatchObject({ risk: "execute", confined: true });
    const { content } = await place.run("shell", { command: "env sh attack.sh" });
    const left = readdirSync(root).filter((name) => !name.includes(".put-aside-"));
    expect(left.sort()).toEqual([
      ...[".claude", ".config", "attack.sh", "build", "cfg", "made.txt", "plain.txt"].sort(),
    ]);
    expect(readdirSync(join(root, ".config")).filter((name) => !name.includes(".put-aside-"))).toEqual([]);
    expect(readlinkSync(join(root, ".claude"))).toBe("cfg");
    expect(readdirSync(join(root, "cfg"))).toEqual([]);
    const names = [".envrc", "kestrel.toml", ".kestrel", ".idea", ".mcp.json"];
    for (const name of [...names, ".GitModules", ".zed", ".claude", ".config/fish"])
      expect(content).toContain(`${name} is now ${name}.put-aside-`);
    const tasks = asides(root).find((name) => name.startsWith(".zed"));
    expect(readFileSync(join(root, tasks ?? "", "tasks.json"), "utf8")).toBe("{}\n");
    expect(content).toContain("To make one, use write: the user is asked.");
  });

  it("does not last while a job runs, but what Kestrel or an allowed command makes meanwhile stays", async () => {
    const place = await sandboxedWorkplace();
    const { root } = place;
    const begun = await place.run("job", { command: "echo x > .envrc; echo $(ls -A); sleep 600" });
    expect(begun.content).toMatch(/^j1 runs/);
    await until(() => asides(root).length === 1);
    expect(readdirSync(root)).not.toContain(".envrc");
    expect((await place.run("write", { path: ".mcp.json", content: "{}\n" })).outcome).toBe("ok");
    const stopped = await place.run("job", { id: "j1", stop: true });
    expect(readdirSync(root)).toContain(".mcp.json");
    expect(asides(root)).toHaveLength(1);
    expect(stopped.content).toContain(".envrc is now .envrc.put-aside-");
  });

  it("leaves alone what was there, which is sealed, and leaves nothing behind", async () => {
    const place = await sandboxedWorkplace();
    const { root } = place;
    await place.put(".vscode/settings.json", "{}\n");
    await place.put(".envrc", "mine\n");
    execFileSync("git", ["init", "-q"], { cwd: root });
    writeFileSync(join(root, "attack.sh"), "echo x >> .envrc; rm -rf .vscode; mv .vscode away; ls");
    const before = readdirSync(root).sort();
    const { content } = await place.run("shell", { command: "env sh attack.sh" });
    expect(content).toContain("Read-only file system");
    expect(content).not.toContain("put aside");
    expect(readdirSync(root).sort()).toEqual(before);
    expect(readFileSync(join(root, ".envrc"), "utf8")).toBe("mine\n");
    expect(readdirSync(join(root, ".vscode"))).toEqual(["settings.json"]);
  });

  it("is not made anew by renaming what lies above it, or on the way to it", async () => {
    const place = await sandboxedWorkplace();
    const { root } = place;
    const known = [".config/fish/config.fish", "conf/vs/tasks.json", "real/idea/a.xml"];
    for (const path of known) await place.put(path, "mine\n");
    await symlink("conf/vs", join(root, ".vscode"));
    await symlink("real", join(root, "via"));
    await symlink("via/idea", join(root, ".idea"));
    for (const folder of ["nest", "lib/deep/nest"]) {
      await mkdir(join(root, folder), { recursive: true });
      execFileSync("git", ["init", "-q"], { cwd: join(root, folder) });
    }
    const anew = (folder: string, file: string) =>
      `mv ${folder} ${folder}.old; mkdir -p $(dirname ${file}); echo EVIL > ${file}`;
    const script = [
      anew(".config", ".config/fish/config.fish"),
      anew("conf", "conf/vs/tasks.json"),
      anew("real", "real/idea/a.xml"),
      "mkdir -p other/idea; echo EVIL > other/idea/a.xml; ln -sfn other via",
      anew("nest", "nest/.git/config"),
      anew("lib/deep/nest", "lib/deep/nest/.git/config"),
      anew("lib/deep", "lib/deep/nest/.git/config"),
      anew("lib", "lib/deep/nest/.git/config"),
    ];
    await place.put("attack.sh", script.join("\n"));
    const { content } = await place.run("shell", { command: "env sh attack.sh" });
    const obeyed = [".config/fish/config.fish", ".vscode/tasks.json", ".idea/a.xml"];
    for (const path of [...obeyed, "nest/.git/config", "lib/deep/nest/.git/config"])
      expect(readIfThere(join(root, path)), path).not.toContain("EVIL");
    expect(readFileSync(join(root, "nest/.git/config"), "utf8")).toContain("[core]");
    expect(readFileSync(join(root, "lib/deep/nest/.git/config"), "utf8")).toContain("[core]");
    expect(content).toContain("busy");
  });

  it("does not last in a folder that was there, or that Kestrel was let make, while a job runs", async () => {
    const place = await sandboxedWorkplace();
    const { root } = place;
    await place.put(".config/plain.txt", "x\n");
    const script = [
      "mkdir .config/fish; echo EVIL > .config/fish/config.fish; until [ ! -e .config/fish ]; do sleep 0.02; done",
      "until [ -e .config/nvim/init.lua ]; do sleep 0.02; done; mv .config away; mkdir -p .config/nvim; echo EVIL > .config/nvim/init.lua",
      "sleep 600",
    ];
    await place.put("attack.sh", script.join("\n"));
    await place.run("job", { command: "env sh attack.sh" });
    const inner = () => (existsSync(join(root, ".config")) ? asides(join(root, ".config")) : []);
    await until(() => inner().some((name) => name.startsWith("fish")));
    await place.run("write", { path: ".config/nvim/init.lua", content: "mine\n" });
    await until(() => inner().some((name) => name.startsWith("nvim")));
    expect(existsSync(join(root, ".config/nvim"))).toBe(false);
    await place.run("job", { id: "j1", stop: true });
  });

  it("is found in a folder that was closed behind it", async () => {
    const place = await sandboxedWorkplace();
    const { root } = place;
    await place.put(".config/plain.txt", "x\n");
    const script = "mkdir .config/fish; echo EVIL > .config/fish/config.fish; chmod 311 .config";
    const { content } = await place.run("shell", { command: `${script}; echo EVIL > .envrc; chmod 311 .` });
    expect(content).toContain(".envrc is now");
    expect(content).toContain(".config/fish is now");
    expect(existsSync(join(root, ".envrc"))).toBe(false);
    expect(existsSync(join(root, ".config/fish"))).toBe(false);
  });

  it("ends a command that makes such a place again and again, and says so", async () => {
    const place = await sandboxedWorkplace();
    const { root } = place;
    const again = "while :; do echo EVIL > .envrc; sleep 0.01; done";
    const { outcome, content } = await place.run("shell", { command: again });
    expect(outcome).toBe("error");
    expect(content).toMatch(/^ended: it made \.envrc again and again/);
    expect(existsSync(join(root, ".envrc"))).toBe(false);
    expect(asides(root).length).toBeLessThan(10);
    await place.run("job", {
      command: "i=0; while :; do i=$((i+1)); mkdir .vscode .idea .zed; sleep 0.01; done",
    });
    const looked = async () => (await place.run("job", { id: "j1" })).content;
    await expect.poll(looked).toMatch(/^j1 was ended: it made/);
    expect(await looked()).toContain("put-aside");
    expect(existsSync(join(root, ".vscode"))).toBe(false);
  });

  it("does not become known because a person let a command run outside meanwhile", async () => {
    const place = await sandboxedWorkplace();
    const guards = new GuardedPlaces();
    const guard = await guards.begin({ workspace: place.root });
    await place.put(".envrc", "EVIL\n");
    await until(() => asides(place.root).length === 1);
    const resume = await guards.pause(place.root);
    await place.put(".envrc", "EVIL\n");
    await place.put(".mcp.json", "{}\n");
    await resume();
    await guard.settle();
    expect(existsSync(join(place.root, ".envrc"))).toBe(false);
    expect(existsSync(join(place.root, ".mcp.json"))).toBe(true);
  });
});

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
