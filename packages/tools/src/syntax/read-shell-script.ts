import { spawn } from "node:child_process";
import { access } from "node:fs/promises";
import { loadGrammar } from "./load-grammar.ts";
import { treeProblems } from "./read-tree.ts";
import type { FindProblems, SyntaxProblem } from "./syntax-checker.ts";

const PATIENCE_MS = 500;
/** A busy machine may be slow to start a program. Nobody is held up meanwhile. */
const BASH_PATIENCE_MS = 3000;
const places = ["/bin/bash", "/usr/bin/bash"];

/**
 * A script is wrong when the grammar and bash itself say so: the grammar stumbles over some that bash runs, and bash
 * refuses extensions it was not told of. `bash -n` reads and runs nothing. Without bash, every script passes.
 */
export async function shellScriptProblems(): Promise<FindProblems> {
  const bash = await findBash();
  if (bash === undefined) return () => [];
  const find = treeProblems(await loadGrammar("bash"), PATIENCE_MS);
  return async (text) => {
    const stumbles = find(text);
    return stumbles && stumbles.length > 0 ? refusedBy(bash, text) : stumbles;
  };
}

async function findBash(): Promise<string | undefined> {
  for (const place of places) {
    const there = await access(place).then(
      () => true,
      () => false,
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
      timeout: BASH_PATIENCE_MS,
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
