import { type ChildProcess, spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { stripVTControlCharacters } from "node:util";
import { passOver } from "@kestrel/diagnostics";
import { ranByPerson } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { LiveOutput } from "./live-output.ts";
import type { Surface } from "./surface.ts";

type Parts = { surface: Surface; say: Say; workspace(): string };

/** A line that runs in the user's shell; `tells`: its result is sent with the next message. */
type OwnCommand = { command: string; tells: boolean };

/** `!cmd` and `!!cmd`; undefined for any other line. */
export function ownCommandIn(line: string): OwnCommand | undefined {
  const [, marks, command = ""] = /^\s*(!!?)\s*([^!\s][\s\S]*)$/.exec(line) ?? [];
  return marks === undefined ? undefined : { command: command.trim(), tells: marks === "!" };
}

/** The beginning and the end of the output for the model, in UTF-16 units. About as much as a tool's result in a small window. */
const toldBeginning = 2_000;
const toldEnd = 6_000;

/** Output that is kept in memory. UTF-16 units. */
const mostKept = 1_000_000;

/** Lines of output that are printed, the last ones; the model is told the beginning as well. */
const mostPrinted = 400;

/** A command that was asked to end is killed after this time. Milliseconds. */
const patience = 500;

/**
 * Commands that the person types. This terminal runs them as a shell would, because the daemon has no route that runs a line. No model
 * can write one. Their result is sent with the next message.
 */
export class OwnCommands {
  readonly #parts: Parts;
  #running: { child: ChildProcess; stopped: boolean } | undefined;
  #told: string[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Runs it; resolves when it is over. */
  async run({ command, tells }: OwnCommand): Promise<void> {
    const { surface, say, workspace } = this.#parts;
    if (this.#running) {
      surface.putBack(`${tells ? "!" : "!!"}${command}`);
      return surface.tell(say("own.oneAtATime"));
    }
    const began = performance.now();
    // Its own process group, so that child processes end with it.
    const child = spawn(command, {
      shell: process.env.SHELL || true,
      cwd: workspace(),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const running = { child, stopped: false };
    this.#running = running;
    const atExit = () => this.#end("SIGKILL");
    process.once("exit", atExit);
    const live = new LiveOutput();
    let output = "";
    const take = () => {
      const decoder = new StringDecoder("utf8");
      return (bytes: Buffer) => {
        const text = decoder.write(bytes);
        output =
          output.length > mostKept
            ? output.slice(0, toldBeginning) + output.slice(-mostKept / 2) + text
            : output + text;
        live.add(text);
        surface.live(live.rows(5, say));
      };
    };
    child.stdout?.on("data", take());
    child.stderr?.on("data", take());
    const end = await new Promise<{ failed: string } | { code: number }>((resolve) => {
      child.once("error", ({ message }) => resolve({ failed: message }));
      child.once("close", (code) => resolve({ code: code ?? 1 }));
    });
    this.#running = undefined;
    surface.live([]);
    process.off("exit", atExit);
    // Of a progress bar only the last state is kept.
    const text = stripVTControlCharacters(output.replaceAll("\r\n", "\n"))
      .replace(/[^\n]*\r/g, "")
      .trimEnd();
    const lines = text === "" ? [] : text.split("\n").map((line) => `    ${line}`);
    if (lines.length > mostPrinted)
      surface.tell(`    ${say("own.lastLines", { shown: mostPrinted, total: lines.length })}`);
    if (lines.length > 0) surface.print(lines.slice(-mostPrinted).join("\n"));
    const { stopped } = running;
    const how = "failed" in end ? end.failed : stopped ? say("own.stopped") : say("tool.exit", end);
    const facts = [how, say("seconds", { seconds: ((performance.now() - began) / 1000).toFixed(1) })];
    surface.tell(`    ${[...facts, ...(tells ? [say("own.added")] : [])].join(" · ")}`);
    // The model reads English, in any locale.
    const ended = "failed" in end ? end.failed : stopped ? "stopped by the user" : `exit code ${end.code}`;
    if (tells) this.#told.push(toldOf(command, text, ended));
  }

  /** Stops the running command. False when none runs. */
  stop(): boolean {
    const running = this.#running;
    if (!running) return false;
    running.stopped = true;
    this.#end("SIGTERM");
    setTimeout(() => this.#running === running && this.#end("SIGKILL"), patience).unref();
    return true;
  }

  #end(signal: NodeJS.Signals): void {
    const pid = this.#running?.child.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch (error) {
      passOver("ending a command")(error);
    }
  }

  /** A message with the results of the commands before it. The message comes first: it titles the session and states the task. */
  withResults(text: string): string {
    return [text, ...this.#told.splice(0)].join("\n\n");
  }
}

/** For the model, which reads English. */
function toldOf(command: string, output: string, how: string): string {
  const left = output.length - toldBeginning - toldEnd;
  const cut =
    left <= 0
      ? output
      : `${output.slice(0, toldBeginning)}\n[${left} characters left out]\n${output.slice(-toldEnd)}`;
  return ranByPerson(command, cut, how);
}
