import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
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
import { stillHost } from "@kestrel/core/testing";
import { Mode } from "@kestrel/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rounds } from "../../../../test/soaking.ts";
import { describeCommand } from "../../src/shell/describe-command.ts";
import { toldRules } from "../fixtures/told-rules.ts";
import { workplace } from "../fixtures/workplace.ts";

/** What random lines are made of: everything that a shell has a meaning for, and two programs that write down what they got. */
const pieces = [
  ..."aa bb aa bb aa x 1 2 -n --k=v a=b ./f ; && | & ' ' \" \" \\ $ ` # ~ ! ( ) { } [ ] < > * ? = , % ^ @".split(
    " ",
  ),
  ..."2>&1 >/dev/null '' $' if then fi do done [[ ]] (( )) <<".split(" "),
  ...[" ", " ", " ", " ", " ", "\n", "\t", "\r", "\\\n", "'a b'", '"c d"', "\u00a0", "é"],
  // Of their bytes some are blanks, bars or marks of a shell's own in one encoding or another.
  ..."书 待办 à Á Я ſ ﬁ 𠮷 （ ； ｜ ＞ – “ 书| 'é；' \"书|\" ./构".split(" "),
  ...["\u3000", "\u2028", "\u200d", "\ufe0f", "'\u3000'"],
];
/** A line without one of the two starts nothing that could be told. */
const namesOne = /aa|bb/;
/** What may stand behind `sh`, of those that are here. */
const shells = [
  ["/bin/dash"],
  ["/bin/bash", "--posix"],
  ["/bin/bash"],
  ["/usr/bin/busybox", "sh"],
  ["/usr/bin/zsh", "--emulate", "sh"],
  ["/usr/bin/mksh"],
  ["/usr/bin/ksh93"],
].filter(([file = ""]) => existsSync(file));
/** One that is not here is to a shell what `C` is. */
const locales = ["C", "C.UTF-8", "zh_CN.gbk", "zh_TW.big5"];
const readers = shells.flatMap((shell) => locales.map((locale) => ({ shell, locale })));
const seed = Number(process.env.KESTREL_SEED ?? Date.now() % 2 ** 31);
const lines = Number(process.env.KESTREL_LINES ?? rounds(30_000, 200_000));
/** So many of those that are understood are run, in each shell. */
const mostRun = Math.max(150, lines / 200);

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "kestrel-shells-"));
  for (const name of ["aa", "bb"]) {
    const script = join(folder, name);
    writeFileSync(script, `#!/bin/sh\nfor w in ${name} "$@"; do printf '%s\\001' "$w"; done >records/$$\n`);
    chmodSync(script, 0o755);
  }
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each line in a shell of its own, one after the other; a small program starts them sooner than a large one does. */
const driver = 'shell=$1; shift; while [ $# -gt 0 ]; do cd "$1" || exit; $shell -c "$2"; shift 2; done';

type Reader = (typeof readers)[number];

/** What the two programs were started with by each line, as a shell started them: for an ordinary user, in an empty environment. */
function ranBy({ shell, locale }: Reader, lines: readonly string[]): string[][] {
  const someone = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const runs = mkdtempSync(join(folder, "runs-"));
  chmodSync(runs, 0o755);
  const places = lines.map((_, at) => {
    const place = join(runs, String(at));
    mkdirSync(join(place, "records"), { recursive: true });
    for (const name of ["aa", "bb"]) linkSync(join(folder, name), join(place, name));
    chmodSync(join(place, "records"), 0o777);
    return place;
  });
  const given = lines.flatMap((line, at) => [places[at] ?? "", line]);
  const { status, error } = spawnSync("/bin/sh", ["-c", driver, "sh", shell.join(" "), ...given], {
    ...{ cwd: folder, env: { PATH: folder, LC_ALL: locale }, stdio: "ignore", timeout: 60_000, ...someone },
  });
  expect({ status, error }).toEqual({ status: 0, error: undefined });
  const ran = places.map((place) => {
    const files = readdirSync(join(place, "records")).map((name) => join(place, "records", name));
    return files.map((file) => readFileSync(file, "utf8")).sort();
  });
  rmSync(runs, { recursive: true, force: true });
  return ran;
}

describe("what is understood", () => {
  it(
    `is what every shell runs, for random lines (KESTREL_SEED=${seed})`,
    async () => {
      const random = randomFrom(seed);
      const understood: { line: string; ran: string[] }[] = [];
      for (let at = 0; at < lines && understood.length < mostRun; at++) {
        const length = 2 + Math.floor(random() * 9);
        const line = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join("");
        // Only these two exist, and they succeed: behind `||` nothing would start.
        if (!namesOne.test(line) || line.includes("||")) continue;
        const { simple, alike } = await describeCommand(line);
        const commands = alike ? simple : undefined;
        if (!commands?.every(({ words: [name] }) => name === "aa" || name === "bb")) continue;
        const ran = commands.map(({ words }) => words.map((word) => `${word}\u0001`).join("")).sort();
        understood.push({ line, ran });
      }
      for (const reader of readers) {
        const runs = ranBy(
          reader,
          understood.map(({ line }) => line),
        );
        expect(understood.map(({ line }, at) => ({ line, reader, ran: runs[at] }))).toEqual(
          understood.map(({ line, ran }) => ({ line, reader, ran })),
        );
      }
      expect(understood.length).toBeGreaterThan(30);
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
      const permissions = toldRules(rules);
      const host = { ...stillHost(), digest: (text: string) => text };
      const { tools } = await workplace();
      const agent = { tools, host, permissions };
      let denied = 0;
      const allowed: { line: string; mode: Mode }[] = [];
      // A draw that lets few lines through goes on until there are enough to say something.
      const enough = 15;
      const drawn = (at: number) => at >= lines / 3 && (allowed.length > enough || at >= lines);
      for (let at = 0; !drawn(at) && allowed.length < mostRun / 3; at++) {
        const length = 2 + Math.floor(random() * 7);
        const line = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join("");
        if (!namesOne.test(line)) continue;
        const mode = Mode.options[at % Mode.options.length] ?? "ask";
        const call = { tool: "shell", args: { command: line }, workspace: folder, mode };
        const { decision } = await explainCall(agent, call);
        if (decision === "deny") denied++;
        if (decision === "allow") allowed.push({ line, mode });
      }
      for (const reader of readers) {
        const runs = ranBy(
          reader,
          allowed.map(({ line }) => line),
        );
        for (const [at, { line, mode }] of allowed.entries()) {
          const ran = runs[at] ?? [];
          expect({ line, mode, reader, others: ran.filter((one) => !one.startsWith("aa\u0001")) }).toEqual({
            ...{ line, mode, reader, others: [] },
          });
          if (mode === "plan") expect({ line, ran }).toEqual({ line, ran: [] });
        }
      }
      expect(allowed.length).toBeGreaterThan(enough);
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
