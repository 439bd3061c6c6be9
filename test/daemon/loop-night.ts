import { execFile, execFileSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import type { LoopState } from "@kestrel/protocol/loop";
import type { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { testBubblewrap } from "../machine.ts";
import { said, startSeeingServer } from "./seeing-server.ts";
import { startTestDaemon, type TestDaemon } from "./start-daemon.ts";

type Message = { role: string; content: string | null };

/** What a scripted model does: words, one call, or nothing for ever. `asked`: the first message of its session, `last`: the newest; `turn`: how often it was asked there. */
export type NightScript = (turn: {
  asked: string;
  last: string;
  turn: number;
  /** Results of calls since it was asked. */
  results: number;
}) => string | { name: string; args: Record<string, unknown> } | undefined;

export const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
    cwd: folder,
    encoding: "utf8",
  }).trim();

/** Of a daemon that finds the sandbox. */
export const sandboxEnvironment = () => ({
  PATH: `${dirname(testBubblewrap ?? "")}${delimiter}${process.env.PATH ?? ""}`,
  HOME: process.env.HOME ?? "",
});

let calls = 0;

/** A call as a server streams it. */
function called(name: string, args: Record<string, unknown>): string {
  calls += 1;
  const call = { index: 0, id: `call-${calls}`, function: { name, arguments: JSON.stringify(args) } };
  const chunk = { choices: [{ delta: { tool_calls: [call] }, finish_reason: "tool_calls" }] };
  return `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
}

const words = ({ content }: Message) => content ?? "";

export type Night = { daemon: TestDaemon; server: FakeModelServer; repository: string };
/** Of a night what begins a plan and looks at it. */
export type NightDesk = { daemon: Pick<TestDaemon, "client">; repository: string };

/** A model's server that does what the script says. */
export async function startNightServer(script: NightScript): Promise<FakeModelServer> {
  const server = await startSeeingServer(false);
  server.otherwise(({ body }) => {
    const messages = JSON.parse(body).messages as Message[];
    const people = messages.filter(({ role }) => role === "user");
    const answer = script({
      asked: words(people[0] ?? { role: "user", content: "" }),
      last: people.slice(-1).map(words).join(),
      turn: people.length,
      results: messages
        .slice(messages.findLastIndex(({ role }) => role === "user"))
        .filter(({ role }) => role === "tool").length,
    });
    if (answer === undefined) return { body: "", ending: "silence" };
    return { body: typeof answer === "string" ? said(answer) : called(answer.name, answer.args) };
  });
  return server;
}

/** A repository of these files, or a clone of one at this path, and a daemon with a real sandbox whose model does what the script says. */
export async function givenNight(from: Record<string, string> | string, script: NightScript): Promise<Night> {
  const files = typeof from === "string" ? {} : from;
  const server = await startNightServer(script);
  const environment = sandboxEnvironment();
  const daemon = await startTestDaemon({ connect: server.url, accepted: true, files, environment });
  const repository = daemon.workspace;
  if (typeof from === "string") git(repository, "clone", "-q", from, ".");
  else {
    git(repository, "init", "-q", "-b", "main");
    git(repository, "add", "-A");
    git(repository, "commit", "-qm", "begin");
  }
  return { daemon, server, repository };
}

/** Begins a plan as a person who accepts it. */
export async function startLoop({ daemon, repository }: NightDesk, text: string): Promise<LoopState> {
  const { digest } = await daemon.client.call("readPlan", { body: { workspace: repository, text } });
  const body = { workspace: repository, file: join(repository, "PLAN.md"), text, digest };
  return (await daemon.client.call("startLoop", { body })).loop;
}

export async function loopNow({ daemon }: Pick<NightDesk, "daemon">, id: string): Promise<LoopState> {
  const { loops } = await daemon.client.call("listLoops");
  const found = loops.find((one) => one.id === id);
  if (!found) throw new Error(`no loop ${id}`);
  return found;
}

/** Runs the program in the repository, as a person without a terminal. */
export function runProgram(
  { daemon, repository }: Night,
  words: readonly string[],
): Promise<{ code: number; output: string; errors: string }> {
  const program =
    process.env.KESTREL_TEST_PROGRAM ?? join(import.meta.dirname, "..", "..", "dist", "kestrel.cjs");
  const env = { ...process.env, LANG: "C.UTF-8", KESTREL_DATA_DIR: daemon.dataFolder };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...words],
      { cwd: repository, env },
      (error, output, errors) => resolve({ code: error ? Number(error.code) : 0, output, errors }),
    );
    child.stdin?.end();
  });
}
