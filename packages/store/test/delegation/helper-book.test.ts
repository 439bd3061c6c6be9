import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { helperBook } from "../../src/index.ts";

async function given(files: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-helpers-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

describe("the user's helpers", () => {
  it("are Markdown files: name, description, tools, mode and steps in front, then what they are told", async () => {
    const folder = await given({
      "reviewer.md":
        "---\nname: reviewer\ndescription: Looks for faults\ntools: Read, Grep\nmaxTurns: 6\nmodel: opus\n---\nLook for faults.\n",
      "plain.md": "Count the files.\n",
    });
    const { helpers, problems } = await helperBook(folder, "off").list();
    expect(problems).toEqual([]);
    expect(helpers).toEqual([
      {
        ...{ name: "plain", description: "Count the files.", words: "Count the files." },
        ...{ tools: ["read", "search"], mode: "plan", steps: 15, from: "user" },
      },
      {
        ...{ name: "reviewer", description: "Looks for faults", words: "Look for faults." },
        ...{ tools: ["read", "search"], mode: "plan", steps: 6, from: "user" },
      },
    ]);
  });

  it("may name whom of the crew they ask: somebody who speaks", async () => {
    const folder = await given({
      "small.md": "---\nhint: copilot\n---\nLook.\n",
      "wrong.md": "---\nhint: librarian\n---\nLook.\n",
    });
    const { helpers, problems } = await helperBook(folder, "off").list();
    expect(helpers.map(({ name, hint }) => [name, hint])).toEqual([
      ["small", "copilot"],
      ["wrong", undefined],
    ]);
    expect(problems).toEqual([{ file: "wrong.md", why: "hint" }]);
  });

  it("have no more than helpers may: a tool that writes only where the mode is no plan, and never more steps or a policy", async () => {
    const folder = await given({
      "grabby.md":
        "---\ntools: [read, write, job, ask_user]\nsteps: 900\npermissionMode: auto\n---\nWrite.\n",
      "worker.md": "---\nmode: edits\ntools: [read, edit, job]\n---\nMend it.\n",
      "wild.md": "---\nmode: yolo\n---\nAnything.\n",
      "mute.md": "---\nname: mute\n---\n",
      "Big Name.md": "Words.\n",
      "long.md": "x".repeat(20_000),
    });
    const { helpers, problems } = await helperBook(folder, "off").list();
    expect(helpers.map(({ name, mode, tools, steps }) => [name, mode, tools, steps])).toEqual([
      ["grabby", "plan", ["read"], 15],
      ["wild", "plan", ["read", "search"], 15],
      ["worker", "edits", ["read", "edit"], 15],
    ]);
    expect(problems.map(({ file, why }) => `${file} ${why}`).sort()).toEqual([
      "Big Name.md name",
      "grabby.md policy",
      "grabby.md tools",
      "long.md too_long",
      "mute.md empty",
      "wild.md policy",
      "worker.md tools",
    ]);
  });

  it("have ours beside them where it is switched on, unless one has its name; folders and links are no helpers", async () => {
    const folder = await given({});
    expect(await helperBook(folder, "on").read()).toMatchObject([
      { name: "delegate", from: "kestrel", mode: "plan" },
    ]);
    expect(await helperBook(folder, "off").read()).toEqual([]);
    expect(await helperBook(join(folder, "none"), "off").read()).toEqual([]);
    await mkdir(join(folder, "folder.md"));
    await symlink("/etc/hostname", join(folder, "link.md"));
    await writeFile(join(folder, "delegate.md"), "Mine.\n");
    expect(await helperBook(folder, "on").read()).toMatchObject([
      { name: "delegate", from: "user", words: "Mine." },
    ]);
  });
});
