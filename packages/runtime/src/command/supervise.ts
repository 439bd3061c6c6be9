import { randomUUID } from "node:crypto";
import { closeSync } from "node:fs";
import { dirname } from "node:path";
import { Readable, type Writable } from "node:stream";
import { reportUnexpected } from "@kestrel/diagnostics";
import { within } from "../within.ts";
import { type CommandLimits, limitLine } from "./command-limits.ts";
import { endTree } from "./end-tree.ts";
import type { Pipe } from "./open-pipe.ts";
import { reaperWords } from "./reaper.ts";

/** The path of the supervisor program (`supervisor.cjs`, shipped next to the bundle) and of the Node that runs it. */
export type SupervisorFiles = {
  supervisorPath: string;
  nodePath?: string;
  /** Milliseconds until its first message. Default 30,000. */
  firstWordMs?: number;
};

export type SupervisedProgram = {
  file: string;
  args: readonly string[];
  folder: string;
  environment: Readonly<Record<string, string>>;
  /** `separate`: errors come on their own stream and the program gets an input pipe; `joined`: one output, empty input. */
  streams: "joined" | "separate";
  /** Destination of the output; default: a socket of Node's. The writer is closed here. */
  pipe?: Pipe;
  /** Set by the operating system; ignored without `/bin/sh`. */
  limits?: CommandLimits;
  /** Whether `left` reports its remaining processes. */
  watched?: boolean;
};

export type SupervisedEnd =
  | { kind: "exited"; code: number }
  /** `processes`: it was ended because it had this many at once. */
  | { kind: "signalled"; signal: string; processes?: number }
  | { kind: "not-started"; detail: string };

/** A program under the supervisor. */
export type Supervised = {
  output: Readable;
  /** Only with separate streams. */
  errors: Readable | undefined;
  /** The program's process id; `undefined` when it did not start. */
  started: Promise<number | undefined>;
  /** Never rejects. The process group is ended with it. */
  ended: Promise<SupervisedEnd>;
  signal(name: NodeJS.Signals): void;
  /** Command lines of its remaining processes, if watched; resolves when all of them have ended. Never rejects. */
  left: Promise<readonly string[]>;
  /** Only with separate streams. */
  input: Writable | undefined;
  /** Closes the program's input, if any. */
  endInput(): void;
  /** Ends the whole process tree at once. */
  kill(): void;
  /** Pauses the whole process tree. Resolves with whether every process is stopped or has ended. */
  standStill(): Promise<boolean>;
  /** Continues it after `standStill`. */
  goOn(): void;
};

/** Milliseconds. A start takes about 50; without free threads or memory Node hangs in it forever. */
const usualFirstWordMs = 30_000;

/** Milliseconds for a supervisor to end everything. A stopped supervisor never does; this process then ends it. */
const patienceMs = 250;

/** Milliseconds for it to pause everything. */
const standMs = 5_000;

type Line = {
  started?: number;
  exited?: number;
  signalled?: string;
  crowded?: number;
  failed?: string;
  held?: boolean;
  left?: readonly string[];
};

/** Starts a program that ends with this process, however that ends. One that cannot be started ends as `not-started`. */
export async function supervise(program: SupervisedProgram, place: SupervisorFiles): Promise<Supervised> {
  // Loaded on first use: it takes about 15 ms, too long for the daemon's startup.
  const { execa } = await import("execa");
  const separate = program.streams === "separate";
  const [starter = "", ...words] = startWords(place, program.limits);
  const supervisor = execa(starter, words, {
    cwd: dirname(place.supervisorPath),
    env: {},
    extendEnv: false,
    detached: true,
    // It ends when its control pipe closes, however this process ends.
    cleanup: false,
    buffer: false,
    reject: false,
    stdio: [
      separate ? "pipe" : "ignore",
      "ignore",
      "ignore",
      "pipe",
      // execa passes on any descriptor; its types allow only the first three.
      (program.pipe?.writer ?? "pipe") as "pipe",
      ...(separate ? ["pipe" as const] : []),
    ],
  });
  if (program.pipe) closeSync(program.pipe.writer);
  const [input, , , control, ownOutput, errors] = supervisor.stdio as unknown as [
    Writable | null,
    null,
    null,
    Readable & Writable,
    Readable | null,
    Readable | undefined,
  ];
  const output = program.pipe?.reader ?? ownOutput ?? Readable.from([]);
  for (const stream of [input, control, output, errors]) stream?.on("error", () => {});

  let tellStarted: (pid: number | undefined) => void = () => {};
  let tellEnded: (end: SupervisedEnd) => void = () => {};
  const started = new Promise<number | undefined>((resolve) => {
    tellStarted = resolve;
  });
  const ended = new Promise<SupervisedEnd>((resolve) => {
    tellEnded = resolve;
  });
  let tellHeld: (held: boolean) => void = () => {};
  let tellLeft: (lines: readonly string[]) => void = () => {};
  const left = new Promise<readonly string[]>((resolve) => {
    tellLeft = resolve;
  });
  const mark = randomUUID();
  let pid: number | undefined;
  let over = false;
  const end = (result: SupervisedEnd) => {
    over = true;
    tellStarted(undefined);
    tellEnded(result);
    input?.destroy();
  };
  const read = (line: Line) => {
    if (line.started !== undefined) {
      pid = line.started;
      tellStarted(pid);
    }
    if (line.exited !== undefined) end({ kind: "exited", code: line.exited });
    if (line.crowded !== undefined) end({ ...killed, processes: line.crowded });
    if (line.signalled !== undefined) end({ kind: "signalled", signal: line.signalled });
    if (line.held !== undefined) tellHeld(line.held);
    if (line.left !== undefined) tellLeft(line.left);
    if (line.failed !== undefined) end({ kind: "not-started", detail: line.failed });
  };

  void supervisor.then(({ originalMessage = "supervisor ended" }) => {
    if (supervisor.pid === undefined) end({ kind: "not-started", detail: originalMessage });
  });
  let received = "";
  // Processes it started by then are found by their mark after the control pipe is closed.
  const silent = setTimeout(() => supervisor.kill("SIGKILL"), place.firstWordMs ?? usualFirstWordMs);
  control.setEncoding("utf8");
  control.on("data", (text: string) => {
    clearTimeout(silent);
    const lines = (received + text).split("\n");
    received = lines.pop() ?? "";
    for (const line of lines) read(JSON.parse(line) as Line);
  });
  control.on("close", () => {
    clearTimeout(silent);
    tellLeft([]);
    if (over) return;
    // The supervisor was killed, perhaps before it reported its child: this process ends that child.
    if (pid !== undefined) killGroup(pid);
    void endTree(mark).then((found) =>
      end(found || pid !== undefined ? killed : { kind: "not-started", detail: "supervisor ended" }),
    );
  });

  const { file, args, folder, environment } = program;
  const processes = program.limits?.ownProcesses;
  const { watched } = program;
  const request = { file, args, folder, environment, mark, errors: separate, processes, watched };
  control.write(`${JSON.stringify(request)}\n`);

  return {
    output,
    errors,
    started,
    ended,
    left,
    input: input ?? undefined,
    signal(name) {
      if (!over && control.writable) control.write(`${JSON.stringify({ signal: name })}\n`);
    },
    async standStill() {
      if (over) return true;
      const answered = new Promise<boolean>((resolve) => {
        tellHeld = resolve;
      });
      control.write(`${JSON.stringify({ hold: true })}\n`);
      return (await within(standMs, Promise.race([answered, ended.then(() => true)]))) ?? false;
    },
    goOn() {
      if (!over && control.writable) control.write(`${JSON.stringify({ hold: false })}\n`);
    },
    endInput() {
      input?.end();
    },
    kill() {
      control.end();
      if (over || supervisor.pid === undefined) return;
      const outside = setTimeout(() => over || void endTree(mark, supervisor.pid), patienceMs);
      void ended.then(() => clearTimeout(outside));
    },
  };
}

/** The supervisor's command line: with the inherited limits, and as the reaper of everything below it. */
function startWords(place: SupervisorFiles, limits: CommandLimits | undefined): string[] {
  const program = [place.nodePath ?? process.execPath, place.supervisorPath];
  const words = [...reaperWords(), ...program];
  return limits && process.platform !== "win32"
    ? ["/bin/sh", "-c", limitLine(limits), "sh", ...words]
    : words;
}

const killed = { kind: "signalled", signal: "SIGKILL" } as const satisfies SupervisedEnd;

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // Already ended.
    reportUnexpected("ending a process", error);
  }
}
