import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explainCall } from "@kestrel/core";
import { Mode } from "@kestrel/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeCommand } from "../../src/shell/describe-command.ts";
import { workplace } from "../fixtures/workplace.ts";

/** What random lines are made of: everything that a shell has a meaning for, and two programs that write down what they got. */
const pieces = [
  ..."aa bb aa bb aa x 1 2 -n --k=v a=b ./f ; && | & ' ' \" \" \\ $ ` # ~ ! ( ) { } [ ] < > * ? = , % ^ @".split(
    " ",
  ),
  ..."2>&1 >/dev/null '' $' if then fi do done [[ ]] (( )) <<".split(" "),
  ...[" ", " ", " ", " ", " ", "\n", "\t", "\r", "\\\n", "'a b'", '"c d"', "\u00a0", "é"],
];
const shells = ["/bin/dash", "/bin/bash"].filter((shell) => existsSync(shell));
const seed = Number(process.env.KESTREL_SEED ?? Date.now() % 2 ** 31);
const lines = Number(process.env.KESTREL_LINES ?? 30_000);
/** So many of those that are understood are run, in each shell. */
const mostRun = Math.max(150, lines / 200);

let folder = "";
let records = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kestrel-shells-"));
  records = join(folder, "records");
  mkdirSync(records);
  for (const name of ["aa", "bb"]) {
    const script = join(folder, name);
    writeFileSync(script, `#!/bin/sh\nfor w in ${name} "$@"; do printf '%s\\001' "$w"; done >records/$$\n`);
    chmodSync(script, 0o755);
  }
  chmodSync(folder, 0o755);
  chmodSync(records, 0o777);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the two programs were started with, as a shell started them: for an ordinary user, in an empty environment. */
function ranBy(shell: string, line: string): string[] {
  const someone = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const options = { cwd: folder, env: { PATH: folder }, timeout: 5_000, ...someone };
  spawnSync(shell, ["-c", line], { ...options, stdio: "ignore" });
  const files = readdirSync(records).map((name) => join(records, name));
  const ran = files.map((file) => readFileSync(file, "utf8"));
  for (const file of files) rmSync(file);
  return ran.sort();
}

describe("what is understood", () => {
  it(
    `is what every shell runs, for random lines (KESTREL_SEED=${seed})`,
    async () => {
      const random = randomFrom(seed);
      let run = 0;
      for (let at = 0; at < lines && run < mostRun; at++) {
        const length = 2 + Math.floor(random() * 9);
        const line = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join("");
        const { simple, alike } = await describeCommand(line);
        const commands = alike ? simple : undefined;
        // Only these two exist, and they succeed: behind `||` nothing would start.
        if (line.includes("||")) continue;
        if (!commands?.every(({ words: [name] }) => name === "aa" || name === "bb")) continue;
        run += 1;
        const expected = commands.map(({ words }) => words.map((word) => `${word}\u0001`).join("")).sort();
        for (const shell of shells)
          expect({ line, shell, ran: ranBy(shell, line) }).toEqual({ line, shell, ran: expected });
      }
      expect(run).toBeGreaterThan(30);
    },
    120_000 + lines,
  );
});

describe("what a rule lets through", () => {
  it(
    `runs nothing else in any shell, in any mode, for random lines (KESTREL_SEED=${seed})`,
    async () => {
      const random = randomFrom(seed + 1);
      const rules = [
        { verdict: "allow", rule: "command: aa*", origin: "user" },
        { verdict: "deny", rule: "command: bb x*", origin: "user" },
      ] as const;
      const permissions = {
        rules: async () => rules,
        configured: () => rules,
        remembered: async () => [],
        remember: async () => {},
        revoke: async () => false,
      };
      const host = { now: () => 0, digest: (text: string) => text, wait: async () => {} };
      const { tools } = await workplace();
      const agent = { tools, host, permissions };
      let [run, denied] = [0, 0];
      for (let at = 0; at < lines / 3 && run < mostRun / 3; at++) {
        const length = 2 + Math.floor(random() * 7);
        const line = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join("");
        const mode = Mode.options[at % Mode.options.length] ?? "ask";
        const call = { tool: "shell", args: { command: line }, workspace: folder, mode };
        const { decision } = await explainCall(agent, call);
        if (decision === "deny") denied++;
        if (decision !== "allow") continue;
        run++;
        for (const shell of shells) {
          const ran = ranBy(shell, line);
          expect({ line, mode, shell, others: ran.filter((one) => !one.startsWith("aa\u0001")) }).toEqual({
            ...{ line, mode, shell, others: [] },
          });
          if (mode === "plan") expect({ line, ran }).toEqual({ line, ran: [] });
        }
      }
      expect(run).toBeGreaterThan(15);
      expect(denied).toBeGreaterThan(0);
    },
    120_000 + lines,
  );
});

/** The same numbers for the same seed, between 0 and 1. */
function randomFrom(start: number): () => number {
  let state = start >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
