import { spawn } from "node:child_process";
import { access } from "node:fs/promises";
import type { FindProblems, SyntaxProblem } from "./syntax-checker.ts";

/** Milliseconds. Long, because a busy machine starts programs slowly and the check blocks no other work. */
const bashPatienceMs = 3000;
const places = ["/bin/bash", "/usr/bin/bash"];

/**
 * Checks with `bash -n`, which parses without running anything and reads no startup file. Extended patterns, which a script must
 * enable, are allowed. Without bash, every script passes.
 */
export async function shellScriptProblems(): Promise<FindProblems> {
  const bash = await findBash();
  return bash === undefined ? () => [] : (text) => refusedBy(bash, text);
}

async function findBash(): Promise<string | undefined> {
  for (const place of places) {
    const there = await access(place).then(
      () => true,
      () => false, // expected: it is not there
    );
    if (there) return place;
  }
  return undefined;
}

function refusedBy(bash: string, text: string): Promise<readonly SyntaxProblem[]> {
  return new Promise((resolve) => {
    const child = spawn(bash, ["--norc", "--noprofile", "-O", "extglob", "-n", "-s"], {
      env: { LC_ALL: "C" },
      cwd: "/",
      stdio: ["pipe", "ignore", "pipe"],
      timeout: bashPatienceMs,
      killSignal: "SIGKILL",
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      if (said.length < 4000) said += piece;
    });
    child.stdin.on("error", () => {});
    child.on("error", () => resolve([]));
    child.on("close", (code) => resolve(code === 0 || code === null ? [] : problemsIn(said)));
    child.stdin.end(text);
  });
}

/** `bash: line 3: syntax error near unexpected token …`. */
function problemsIn(said: string): readonly SyntaxProblem[] {
  const lines = [...said.matchAll(/line (\d+): (.+)/g)].filter(([, , what]) => !what?.startsWith("`"));
  return lines.slice(0, 1).map(([, line, what = ""]) => ({ line: Number(line), key: what, what }));
}
