import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { type CallArguments, explainCall, type Tool } from "@kestrel/core";
import { stillHost } from "@kestrel/core/testing";
import { Mode, type StandingRule } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { dailyLines } from "../command-line/daily-lines.table.ts";
import { evasiveSyntax } from "../command-line/evasive-syntax.table.ts";
import { evasiveWords } from "../command-line/evasive-words.table.ts";
import { toldRules } from "../fixtures/told-rules.ts";
import { type Workplace, workplace } from "../fixtures/workplace.ts";
import { shellRows } from "./commands.table.ts";
import { programRows } from "./programs.table.ts";

/** A rule that would let every line through that can be read. */
const everything: StandingRule = { verdict: "allow", rule: "command: *", origin: "user" };

type Told = { confined?: true; rules?: readonly StandingRule[] };

/** What plan, ask, edits and auto say to a line, with the real tools. */
function verdicts(place: Workplace, command: string, told: Told = {}): Promise<string> {
  return verdictsOn(place, { tool: "shell", args: { command } }, told);
}

/** The same for any call. */
async function verdictsOn(
  { tools, root }: Workplace,
  { tool: name, args }: { tool: string; args: CallArguments },
  { confined, rules = [] }: Told = {},
): Promise<string> {
  const tool = tools.find(({ spec }) => spec.name === name);
  if (!tool) throw new Error(`no ${name}`);
  const inside: Tool = {
    ...tool,
    assess: async (given, context) => ({ ...(await tool.assess(given, context)), confined }),
  };
  const permissions = toldRules(rules);
  const host = { ...stillHost(), digest: (text: string) => text };
  const agent = { tools: [confined ? inside : tool], host, permissions };
  const said: string[] = [];
  for (const mode of Mode.options) {
    const call = { tool: name, args, workspace: root, mode };
    said.push((await explainCall(agent, call)).decision);
  }
  return said.join(" ");
}

const rows = [...shellRows, ...programRows].map((row) => ({ ...row, label: row.label ?? "" }));
const evasive = Object.entries({ ...evasiveSyntax, ...evasiveWords });

describe.each(rows)("$id: $what", ({ commands, reads, label }) => {
  it("has the table's verdict in every mode, with a rule that allows everything, and inside a sandbox", async () => {
    const place = await workplace();
    for (const command of commands) {
      const told = { command, plain: await verdicts(place, command) };
      expect(told).toEqual({ command, plain: reads ? "allow allow allow allow" : "deny ask ask ask" });
      if (reads || label === "") continue;
      const grave = await verdicts(place, command, { confined: true, rules: [everything] });
      expect({ command, grave }).toEqual({ command, grave: "deny ask ask ask" });
    }
    expect(await readdir(place.root)).toEqual([]);
  });
});

describe("evasive lines", () => {
  it.each(evasive)(
    "(%s) run unasked in no mode, and what no shell can be trusted to read by no rule",
    async (_, lines) => {
      const place = await workplace();
      await symlink("/etc/passwd", join(place.root, "out-link"));
      const shell = place.tools.find(({ spec }) => spec.name === "shell");
      for (const command of lines) {
        expect({ command, said: await verdicts(place, command) }).toEqual({
          command,
          said: "deny ask ask ask",
        });
        const subject = await shell?.describe({ command });
        if (subject?.alike) continue;
        const said = await verdicts(place, command, { rules: [everything] });
        expect({ command, said }).toEqual({ command, said: "deny ask ask ask" });
      }
    },
  );

  it("are more than the hundred and seventeen that were tried", () => {
    expect(evasive.flatMap(([, lines]) => lines).length).toBeGreaterThan(117);
  });
});

describe("files", () => {
  const write = (path: string) => ({
    tool: "write",
    args: { path, content: path.endsWith(".json") ? "{}\n" : "\n" },
  });
  const anything: StandingRule = { verdict: "allow", rule: "path: **", origin: "user" };

  it("of the workspace are changed freely in edits and auto, and what other programs obey asks each time", async () => {
    const place = await workplace();
    expect(await verdictsOn(place, write("src/new.ts"))).toBe("deny ask allow allow");
    expect(await verdictsOn(place, write("src/new.ts"), { rules: [anything] })).toBe(
      "deny allow allow allow",
    );
    for (const path of [".git/config", ".git/hooks/pre-commit", ".GIT/hooks/x", "sub/.git/config"]) {
      const said = await verdictsOn(place, write(path), { rules: [anything] });
      expect({ path, said }).toEqual({ path, said: "deny deny deny deny" });
    }
    for (const path of [".gitmodules", ".kestrel/x", "kestrel.toml"].concat(
      ...[[".vscode/tasks.json", ".envrc", ".npmrc", ".mcp.json", ".bashrc"]],
    )) {
      const said = await verdictsOn(place, write(path), { rules: [anything] });
      expect({ path, said }).toEqual({ path, said: "deny ask ask ask" });
    }
  });

  it("beyond it are touched in no mode and by no rule", async () => {
    const place = await workplace();
    await symlink("/etc", join(place.root, "out"));
    for (const path of [
      "../x",
      "a/../../x",
      "/etc/x",
      "~/.ssh/id_rsa",
      "file:///etc/x",
      "../app-evil/s",
      "out/new",
      "a\0b",
      "../data/x",
    ]) {
      const said = await verdictsOn(place, write(path), { rules: [anything] });
      expect({ path, said }).toEqual({ path, said: "deny deny deny deny" });
    }
  });

  it("that hold secrets ask to be read in every mode", async () => {
    const place = await workplace();
    await place.put(".env", "TOKEN=1\n");
    await place.put("a.txt", "one\n");
    const read = (path: string) => ({ tool: "read", args: { path } });
    expect(await verdictsOn(place, read(".env"), { rules: [anything] })).toBe("ask ask ask ask");
    expect(await verdictsOn(place, read("a.txt"))).toBe("allow allow allow allow");
  });
});

describe("a day's lines", () => {
  it("mostly run unasked, in plan mode too", async () => {
    const place = await workplace();
    for (const file of ["package.json", "README.md", "src/main.js", "src/util.js"])
      await place.put(file, "one\n");
    const said = await Promise.all(dailyLines.map((line) => verdicts(place, line)));
    const free = said.filter((one) => one === "allow allow allow allow");
    expect(dailyLines.length).toBeGreaterThanOrEqual(100);
    // git is not proven where there is no repository.
    const git = dailyLines.filter((line) => line.includes("git ")).length;
    expect(free.length + git).toBeGreaterThanOrEqual(dailyLines.length * 0.9);
    expect(said.every((one) => one === "allow allow allow allow" || one === "deny ask ask ask")).toBe(true);
  });
});
