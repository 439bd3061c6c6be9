import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { evasiveSyntax } from "../../../packages/tools/test/command-line/evasive-syntax.table.ts";
import { evasiveWords } from "../../../packages/tools/test/command-line/evasive-words.table.ts";
import { shellRows } from "../../../packages/tools/test/hostile/commands.table.ts";
import { programRows } from "../../../packages/tools/test/hostile/programs.table.ts";
import { testBubblewrap } from "../../machine.ts";
import { sandboxedWorkplace } from "../../sandbox/sandboxed-workplace.ts";
import { rounds } from "../../soaking.ts";

/** The payload of the evasive strings, and the programs that the others start: each tries to leave a sign wherever it could. */
const payloads = ["pwn", "id", "curl", "wget", "ssh", "crontab", "systemd-run", "at"];
const canary = (outside: string) => `#!/bin/sh
for place in ${outside} "$HOME" /tmp /var/tmp /run /etc /usr/bin /opt / ../../../outside; do
  echo x > "$place/kestrel-canary"
done 2>/dev/null
echo "$0 $*" >> "$INSIDE/fired"
`;

/** Each is given so long in each shell: one in a few of them takes all of it. The soak runs them all. */
const oneIn = rounds(6, 1);

/** A bomb and a stopped parent have tests of their own; no program takes a longer word. */
const strings = [
  ...[...shellRows, ...programRows].flatMap(({ commands }) => commands),
  ...Object.values({ ...evasiveSyntax, ...evasiveWords }).flat(),
]
  .filter((line) => !line.includes("|:&") && !line.includes("-STOP") && line.length < 100_000)
  .filter((_, at) => at % oneIn === 0);

it.skipIf(testBubblewrap === undefined)(
  "no canary outside the workspace fires, whatever is run inside the sandbox",
  { timeout: 300_000 },
  async () => {
    const place = await sandboxedWorkplace();
    const { root, outside, outer } = place;
    for (const folder of ["bin", "lines", "runs"]) mkdirSync(join(root, folder));
    for (const name of payloads) {
      writeFileSync(join(root, "bin", name), canary(outside));
      chmodSync(join(root, "bin", name), 0o755);
    }
    for (const [at, line] of strings.entries()) writeFileSync(join(root, "lines", `${at}`), line);
    // Each in a folder of its own, in both shells, for a moment.
    const one = [
      'cd "$INSIDE/runs" && mkdir -p "$1" && cd "$1"',
      'for shell in sh bash; do timeout -s KILL 0.3 setsid $shell -c "$(cat "$INSIDE/lines/$1")" x y; done',
    ].join("\n");
    writeFileSync(join(root, "one.sh"), one);
    const all = [
      `export INSIDE="$PWD" PATH="$PWD/bin:$PATH" DATA=${join(outer, "data")}`,
      'lane() { for at in $(ls lines | awk "NR % 8 == $1"); do sh one.sh "$at" </dev/null >/dev/null 2>&1; done; }',
      "for lane in 0 1 2 3 4 5 6 7; do lane $lane & done; wait",
      "echo over",
    ].join("\n");
    writeFileSync(join(root, "all.sh"), all);

    const assessed = await place.assess("shell", { command: "env sh all.sh" });
    expect(assessed).toMatchObject({ risk: "execute", confined: true });
    const { content } = await place.run("shell", { command: "env sh all.sh", timeout: 280 });
    expect(content).toContain("over");
    const fired = readFileSync(join(root, "fired"), "utf8").trim().split("\n").length;
    console.log(`${strings.length} hostile strings in two shells: ${fired} canaries within the workspace`);
    expect(readdirSync(join(root, "runs")).length).toBeGreaterThanOrEqual(strings.length);
    expect(fired).toBeGreaterThan(100 / oneIn);

    expect(readdirSync(outside)).toEqual([]);
    const beyond = ["/", "/etc", "/usr/bin", "/opt", "/run", "/var/tmp", "/tmp", tmpdir(), homedir(), outer];
    const canaries = [...beyond, join(outer, "home"), join(outer, "data")].map((at) =>
      join(at, "kestrel-canary"),
    );
    expect(canaries.filter(existsSync)).toEqual([]);
    expect(readdirSync(outer).sort()).toEqual(["app", "bin", "data", "home", "outside"]);
  },
);
