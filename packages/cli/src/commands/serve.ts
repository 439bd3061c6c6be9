import { setTimeout as pause } from "node:timers/promises";
import type { Daemon } from "@kestrel/app/daemon";
import { findRunningDaemon, type RunningDaemon } from "@kestrel/app/find-daemon";
import { version } from "@kestrel/app/version";
import type { Failure } from "@kestrel/protocol";
import { endUnused } from "../daemon/end-unused.ts";
import { switchModel } from "../daemon/switch-model.ts";
import { untilEnded } from "../daemon/until-ended.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { untilAskedToStop } from "../machine/until-asked-to-stop.ts";
import { modelLines } from "../models/model-lines.ts";
import { startWords, withNamingCommand } from "../models/name-at-server.ts";
import { startAccepted } from "../places/start-accepted.ts";
import { print, printAside, printAsideAtWords } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel serve`: starts the daemon, waits for its model, prints a one-time link and runs until it is stopped. */
export async function serve(input: CommandInput): Promise<ExitCode> {
  const { loadout, model, url } = input.flags;
  const greet = async () => undefined;
  const running = await findRunningDaemon();
  if (!running || (await endUnused(running))) return stayUp({ ...input, command: "serve" }, greet);
  // The exit code tells a service manager that another daemon has the folder.
  if ((loadout ?? model ?? url) === undefined) return stayUp({ ...input, command: "serve" }, greet);
  return besideRunning(running, { ...input, command: "serve" }, greet);
}

/** With a running daemon: switches to the model in the flags after a yes, and prints the login link. */
export async function besideRunning(
  running: RunningDaemon,
  input: CommandInput & { command: "start" | "serve" },
  greet: (link: string, runFolder: string) => Promise<void>,
): Promise<ExitCode> {
  const switched = await switchModel(running, input);
  if (switched === "refused") return exitCodes.configuration;
  if (switched === "restart") {
    await running.client.call("stopDaemon", { body: {} });
    await untilEnded(running.pid);
    return stayUp(input, greet);
  }
  const { url } = await running.client.call("makeLoginCode", { body: {} });
  print(input.say("serve.joined", { pid: running.pid, url: running.url }));
  print(input.say("serve.link", { link: url }));
  print(input.say("serve.joinedEnds"));
  await greet(url, running.runFolder);
  return exitCodes.done;
}

/** Runs the daemon to its end; `greet` is called with the link when it is up. */
export async function stayUp(
  { flags, say, command }: CommandInput & { command: "start" | "serve" },
  greet: (link: string, runFolder: string) => Promise<void>,
): Promise<ExitCode> {
  const starting = startAccepted({ flags, say });
  const asked = untilAskedToStop(
    undefined,
    undefined,
    starting.then(({ work }) => work),
  );
  const daemon = await starting;
  let stopping = false;
  const stopped = Promise.race([asked, daemon.stopAsked]).then(async () => {
    stopping = true;
    printAside(say("serve.stopping"));
    await daemon.close();
  });
  const { loadout } = daemon;
  if (loadout) print(say("serve.loadout", { name: loadout.name ?? "–", file: loadout.file }));
  for (const { code, params } of daemon.notices) printAside(say(`notice.${code}`, params));
  print(say("serve.ready", { version, url: daemon.url }));
  if (daemon.remote) print(say("status.remote", daemon.remote));
  const link = daemon.loginLink();
  print(say("serve.link", { link }));
  print(say("serve.ends"));
  const model = await tellingMeanwhile(say, () => daemon.modelReady());
  if (model.failure && !stopping) {
    const { code, params } = model.failure;
    // A named model that fails is an error to correct; without a name, the console shows what is here.
    if (code === "unreachable") {
      printAsideAtWords(`${say(`error.${code}`, params)}\n${say("serve.waiting")}`);
      await greet(link, daemon.runFolder);
      await untilAnswered(daemon, say, stopped);
      await stopped;
      return exitCodes.done;
    }
    if (model.named && !setAside(model.failure)) {
      await daemon.close();
      const failure = new CommandFailure(code, params);
      throw flags.url === undefined ? failure : withNamingCommand(failure, startWords(command, flags));
    }
    printAsideAtWords(say(`error.${code}`, params));
  } else if (!stopping) print(modelLines(model, say, daemon.configFile).join("\n"));
  if (!stopping) await greet(link, daemon.runFolder);
  await stopped;
  return exitCodes.done;
}

/** Poll interval for a model server that is started later. Milliseconds. */
const lookEveryMs = 1_000;

/** Waits until the model's server answers, then prints the link again, because the first one expires after minutes. */
async function untilAnswered(daemon: Daemon, say: Say, stopped: Promise<unknown>): Promise<void> {
  const over = stopped.then(() => "over" as const);
  while ((await Promise.race([over, pause(lookEveryMs)])) !== "over") {
    // The full status would write to the disk and open the index of sessions each time.
    const engine = (await daemon.client.call("listEngines")).engines[0]?.status;
    if (engine?.state !== "ready" && engine?.state !== "busy") continue;
    print(say("model.ready", { label: engine.label ?? "–" }));
    return print(say("serve.link", { link: daemon.loginLink() }));
  }
}

/** Interval of the progress lines while a large model loads. Milliseconds. */
const longestSilence = 4_000;

async function tellingMeanwhile<Result>(say: Say, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const tell = () =>
    printAside(say("serve.loading", { seconds: Math.round((performance.now() - begun) / 1000) }));
  const timer = setInterval(tell, longestSilence);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Whether the engine was stopped, or another model loaded, before this one was ready. The daemon continues then. */
function setAside({ code, params }: Failure): boolean {
  return code === "engine_not_ready" && params?.reason === "stopped";
}
