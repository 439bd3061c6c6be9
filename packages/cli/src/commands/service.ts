import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { storageHere } from "@kestrel/app/storage";
import { absent } from "@kestrel/diagnostics";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { Say } from "../i18n/say.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { serviceDefinition, variablesToKeep } from "../service/service-definition.ts";
import { agreed } from "../terminal/agreed.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

const run = promisify(execFile);

/** `kestrel service`: a daemon that the system starts at login and restarts. Needs no daemon. */
export async function service({ verb, flags, say }: CommandInput): Promise<ExitCode> {
  const environment = variablesToKeep(process.env);
  const { XDG_CONFIG_HOME: configHome } = process.env;
  const command = [process.execPath, resolve(process.argv[1] ?? ""), "serve"];
  const definition = serviceDefinition({
    ...{ platform: process.platform, command, environment, dataFolder: storageHere().folder },
    ...{
      home: homedir(),
      configHome: configHome || join(homedir(), ".config"),
      uid: process.getuid?.() ?? 0,
    },
  });
  if (!definition) {
    printAside(say("service.unsupported", { platform: process.platform }));
    return exitCodes.failed;
  }
  const { file, text, install, remove, isActive } = definition;
  const before = await readFile(file, "utf8").catch(absent);
  if (verb === "status") {
    const active = before !== undefined && (await succeeds(isActive));
    const pid = (await findRunningDaemon())?.pid;
    const current = before === text;
    if (flags.json)
      printJson({ schema: schemaVersion, installed: before !== undefined, file, current, active, pid });
    else if (before === undefined) print(say("service.none"));
    else {
      print(say(active ? "service.active" : "service.inactive", { file }));
      if (!current) print(say("service.other"));
    }
    return exitCodes.done;
  }
  if (verb === "uninstall") {
    if (before === undefined) {
      printAside(say("service.none"));
      return exitCodes.done;
    }
    const well = await runAll(remove, say);
    await rm(file, { force: true });
    print(say("service.removed", { file }));
    return well ? exitCodes.done : exitCodes.failed;
  }
  printAside(say("service.plan", { file, command: command.join(" ") }));
  const names = Object.keys(environment).join(", ");
  if (names !== "") printAside(say("service.variables", { names }));
  if (!flags.yes && !(await agreed(say("service.sure"), say("service.needsYes")))) return exitCodes.denied;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: 0o600 });
  const well = await runAll(install, say);
  if (well) print(say("service.installed", { file }));
  return well ? exitCodes.done : exitCodes.failed;
}

async function succeeds([program = "", ...words]: readonly string[]): Promise<boolean> {
  return run(program, words).then(
    () => true,
    () => false, // expected: the service does not run, or the system has no such program
  );
}

/** Runs all of them, also after failures; prints the failed ones, to be run by hand. */
async function runAll(commands: readonly (readonly string[])[], say: Say): Promise<boolean> {
  let well = true;
  for (const command of commands) {
    if (await succeeds(command)) continue;
    well = false;
    printAside(say("service.failed", { command: command.join(" ") }));
  }
  return well;
}
