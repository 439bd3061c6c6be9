import { resolve } from "node:path";
import { enginesHere } from "@kestrel/app/engine";
import type { RunningDaemon } from "@kestrel/app/find-daemon";
import { loadoutOfFlag } from "@kestrel/app/loadout-of-flag";
import { programCommand } from "@kestrel/app/program-command";
import type { ModelToLoad } from "@kestrel/protocol/api";
import type { Flags } from "../arguments.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { withNamingCommand } from "../models/name-at-server.ts";
import { shellLine } from "../models/shell-line.ts";
import { printAsideAtWords } from "../terminal/print.ts";

type Asking = { flags: Flags; say: Say; command: "start" | "serve" };

/**
 * Applies `--model`, `--url` and `--loadout` to a running daemon. `kept`: it already uses them. `switched`: the user agreed, and the
 * model was loaded. `restart`: the user agreed, and the daemon has to restart. `refused`: no one agreed; the exact command was printed.
 */
export async function switchModel(
  running: Pick<RunningDaemon, "client" | "pid">,
  { flags, say, command }: Asking,
): Promise<"kept" | "switched" | "restart" | "refused"> {
  const { client, pid } = running;
  const { loadout, model, url, window } = flags;
  const named = loadout ?? (url !== undefined && model !== undefined ? `${model} (${url})` : (model ?? url));
  if (named === undefined) return "kept";
  const { engine } = await client.call("status");
  const label = engine.label ?? say("daemon.nothing");
  if (loadout !== undefined) {
    const { settings } = await client.call("settings");
    if (settings.some(({ key, value }) => key === "loadout" && value === loadoutOfFlag(loadout)))
      return "kept";
    const stop = shellLine([programCommand(), "stop"].join(" ").split(" "));
    const start = shellLine([...programCommand().split(" "), command, ...restOf(flags)]);
    return (await agreed(say, { pid, label, named: loadout, line: `${stop}; ${start}` }))
      ? "restart"
      : "refused";
  }
  if (await isInUse(running, flags)) return "kept";
  const wanted: ModelToLoad = {
    ...(url === undefined ? { path: resolve(model ?? "") } : { url, ...(model !== undefined && { model }) }),
    ...(window !== undefined && { window: Number(window) }),
  };
  const words = ["models", "load", "path" in wanted ? wanted.path : (url ?? "")];
  await refuseUnusable(wanted).catch((error: unknown) => {
    throw withNamingCommand(error, words);
  });
  if (url !== undefined && model !== undefined) words.push(model);
  const sized = window === undefined ? words : [...words, "--window", window];
  const line = shellLine([...programCommand().split(" "), ...sized]);
  if (!(await agreed(say, { pid, label, named, line }))) return "refused";
  const loaded = await client.call("loadModel", { body: wanted });
  printAsideAtWords(say("daemon.switched", { label: loaded.engine.label ?? named }));
  return "switched";
}

/** Whether the daemon uses the file or address in the flags. */
export async function isInUse(
  { client }: Pick<RunningDaemon, "client">,
  { model, url }: Pick<Flags, "model" | "url">,
): Promise<boolean> {
  const { models } = await client.call("listChoices");
  const used = models.find(({ inUse }) => inUse)?.from;
  if (!used) return false;
  if (url === undefined) return model !== undefined && "path" in used && used.path === resolve(model);
  return (
    "url" in used &&
    plain(used.url) === plain(url) &&
    [undefined, used.model, used.model?.replace(/:latest$/, "")].includes(model)
  );
}

/** Rejects an unreachable server or a missing file. A missing key passes: the daemon may have it. */
async function refuseUnusable(wanted: ModelToLoad): Promise<void> {
  const here = await enginesHere({});
  if ("id" in wanted) return;
  await here
    .checkWanted("path" in wanted ? wanted : { url: wanted.url, name: wanted.model })
    .catch((error: unknown) => {
      const { code, params } = failureOf(error);
      if (code !== "auth" && params.expected !== "variable_set") throw error;
    });
}

const plain = (url: string) => url.replace(/\/+$/, "").replace(/\/v1$/, "");

/** The other flags of the start, as typed. */
function restOf({ loadout, window, port }: Flags): string[] {
  const flags = { "--loadout": loadout, "--window": window, "--port": port };
  return Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
}

type Question = { pid: number; label: string; named: string; line: string };

/** Asks at a terminal; prints the command otherwise. */
async function agreed(say: Say, { line, ...facts }: Question): Promise<boolean> {
  const printCommand = () => printAsideAtWords(say("daemon.switchWith", { ...facts, command: line }));
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) {
    printCommand();
    return false;
  }
  const { askLines, GivenUp } = await import("../terminal/ask-lines.ts");
  const lines = askLines(process.stderr);
  try {
    await lines.quiet();
    if (/^(y|yes|是|好)$/i.test(await lines.ask(say("daemon.switchAsk", facts)))) return true;
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    // The cursor is still on the question's line.
    process.stderr.write("\n");
  } finally {
    lines.close();
  }
  printCommand();
  return false;
}
