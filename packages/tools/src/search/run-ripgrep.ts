import { spawn } from "node:child_process";
import type { CancelSignal, Command, Sandbox } from "@kestrel/core";
import { Refusal } from "../answer/refusal.ts";
import { freeFromPipes } from "../place/free-from-pipes.ts";

/** How a search ended: `full` when `line` returned false, `cancelled` by the caller. */
export type RipgrepEnd =
  | { kind: "exited"; code: number | null; complaint: string }
  | { kind: "full" }
  | { kind: "timed-out" }
  /** An ignore file in the searched folders is a pipe that another process holds open. */
  | { kind: "held" }
  | { kind: "cancelled" };

const timeoutMs = 20_000;
const longestLine = 16 * 1024;

/** Receives output: hits until `line` returns false, and messages, of which `aside` takes its own. */
export type RipgrepEars = { line(text: string): boolean; aside(text: string): boolean };

/** Retries when the sandbox could not be created. */
const mostTries = 5;

/**
 * Runs ripgrep, sandboxed if the command says so, and passes on its lines. It gets no environment and no configuration; output is not
 * collected, so that a million hits use no memory.
 */
export async function runRipgrep(
  command: Command,
  sandbox: Pick<Sandbox, "enter"> | undefined,
  ears: RipgrepEars,
  cancel: CancelSignal,
): Promise<RipgrepEnd> {
  const held = new AbortController();
  const over = freeFromPipes(command.folder, () => held.abort());
  try {
    return await runConfined(command, sandbox, ears, { cancel, held: held.signal });
  } finally {
    over();
  }
}

/** `held`: something blocks its reading. */
type Stops = { cancel: CancelSignal; held: AbortSignal };

async function runConfined(
  command: Command,
  sandbox: Pick<Sandbox, "enter"> | undefined,
  ears: RipgrepEars,
  stops: Stops,
): Promise<RipgrepEnd> {
  if (!command.confinement || !sandbox) return runOnce(command, ears, stops);
  for (let tries = mostTries; ; tries -= 1) {
    const { command: entered, leave } = await sandbox.enter(command);
    const end = await runOnce(entered, ears, stops);
    const { code, complaint } = end.kind === "exited" ? end : { code: 0, complaint: "" };
    const left = await leave({ kind: "exited", code: code ?? 0 }, complaint);
    if (end.kind !== "exited" || left.kind !== "not-confined") return end;
    if (!left.again || tries === 1)
      throw new Refusal(
        `The sandbox could not be made, so nothing was searched: ${left.detail.slice(0, 200)}`,
      );
  }
}

function runOnce(
  { file, args, folder, environment }: Command,
  { line, aside }: RipgrepEars,
  { cancel, held }: Stops,
): Promise<RipgrepEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"] });
    let end: RipgrepEnd | undefined;
    let rest = "";
    let beside = "";
    let complaint = "";
    const stop = (kind: "full" | "timed-out" | "held" | "cancelled") => {
      end ??= { kind };
      // A process that did not start has no id, and signalling it would end the daemon's own process group.
      if (child.pid !== undefined) child.kill("SIGKILL");
    };
    const onCancel = () => stop("cancelled");
    const timer = setTimeout(() => stop("timed-out"), timeoutMs);
    cancel.addEventListener("abort", onCancel, { once: true });
    if (cancel.aborted) onCancel();
    held.addEventListener("abort", () => stop("held"), { once: true });

    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = (lines.pop() ?? "").slice(0, longestLine);
      for (const one of lines) if (end === undefined && !line(one)) stop("full");
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      const lines = (beside + text).split("\n");
      beside = (lines.pop() ?? "").slice(0, longestLine);
      for (const one of lines) if (!aside(one)) complaint = `${complaint}${one}\n`.slice(0, 4000);
    });
    const settle = () => {
      clearTimeout(timer);
      cancel.removeEventListener("abort", onCancel);
    };
    child.on("error", () => {
      settle();
      reject(new Refusal("The search program could not be started. Use shell with grep instead."));
    });
    child.on("close", (code) => {
      settle();
      if (!aside(beside)) complaint += beside;
      resolve(end ?? { kind: "exited", code, complaint });
    });
  });
}
