import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
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
});
