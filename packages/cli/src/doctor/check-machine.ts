import { createServer } from "node:net";
import type { EnginesHere } from "@kestrel/app/engine";
import type { RunningDaemon } from "@kestrel/app/find-daemon";
import { passOver } from "@kestrel/diagnostics";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { checkConfig } from "./check-config.ts";
import type { Finding } from "./finding.ts";

type Server = Awaited<ReturnType<EnginesHere["servers"]>>[number];

/** Findings on this machine, for the output and for a loadout. */
export type MachineReport = { findings: Finding[]; servers: readonly Server[] };

/** All checks that need no model: well under a second. */
export async function checkMachine(
  here: EnginesHere,
  running: RunningDaemon | undefined,
  { mend, say }: { mend: boolean; say: Say },
): Promise<MachineReport> {
  const [data, servers, models, port, engine, sandbox, orphan] = await Promise.all([
    checkData(here),
    here.servers(),
    checkModels(here),
    checkPort(here, running),
    checkEngine(here),
    checkSandbox(here),
    running ? undefined : checkOrphan(here, mend),
  ]);
  const findings = [
    checkNode(),
    data,
    checkConfig(here, say),
    port,
    engine,
    ...describeServers(servers, running),
    models,
    sandbox,
  ];
  return { findings: orphan ? [...findings, orphan] : findings, servers };
}

function checkNode(): Finding {
  const version = process.versions.node;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const enough = major > 20 || (major === 20 && minor >= 19);
  const facts = { version };
  if (enough) return { level: "ok", sentence: "doctor.node.ok", facts };
  return { level: "fail", sentence: "doctor.node.fail", facts, fix: "nvm install 22" };
}

async function checkData({ paths, checkFolders }: EnginesHere): Promise<Finding> {
  try {
    await checkFolders();
    return { level: "ok", sentence: "doctor.data.ok", facts: { path: paths.data } };
  } catch (error) {
    const { code, params } = failureOf(error);
    const facts = { path: String(params.path ?? paths.data), why: String(params.why ?? "unreadable") };
    if (code === "data_folder_unwritable")
      return { level: "fail", sentence: "doctor.data.unwritable", facts, fix: `df -h '${facts.path}'` };
    return { level: "fail", sentence: "doctor.data.fail", facts, fix: `chmod 700 '${facts.path}'` };
  }
}

async function checkPort(here: EnginesHere, running: RunningDaemon | undefined): Promise<Finding> {
  if (running) {
    return { level: "ok", sentence: "doctor.daemon.ok", facts: { pid: running.pid, url: running.url } };
  }
  const port = await here.port();
  const free = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ host: "127.0.0.1", port }, () => probe.close(() => resolve(true)));
  });
  const facts = { port };
  if (free) return { level: "ok", sentence: "doctor.port.ok", facts };
  // A port that was not configured is replaced by a free one.
  if (here.config.values["server.port"] === undefined)
    return { level: "ok", sentence: "doctor.port.ok", facts };
  return { level: "fail", sentence: "doctor.port.fail", facts, fix: "kestrel serve --port 0" };
}

async function checkEngine({ find, ability, config }: EnginesHere): Promise<Finding> {
  const found = await find().catch(passOver("looking for an engine"));
  if (found) {
    const sentence = found.build === "cpu" ? "doctor.engine.cpu" : "doctor.engine.ok";
    return { level: "ok", sentence, facts: { version: found.version, path: found.path } };
  }
  const elsewhere = config.values["model.url"] !== undefined || config.values["model.host"] !== undefined;
  const fix = ability.able ? "kestrel engine fetch" : ability.command;
  return { level: elsewhere ? "warn" : "fail", sentence: "doctor.engine.fail", fix };
}

async function checkModels({ models }: EnginesHere): Promise<Finding> {
  const start = performance.now();
  const count = await models.count();
  const milliseconds = Math.round(performance.now() - start);
  if (count > 0) return { level: "ok", sentence: "doctor.models.ok", facts: { count, milliseconds } };
  return { level: "warn", sentence: "doctor.models.none", fix: "kestrel serve --model /path/to/model.gguf" };
}

/** A missing sandbox fails only when the user requires one; otherwise it is a warning: Kestrel asks before every command then. */
async function checkSandbox({ sandbox }: EnginesHere): Promise<Finding> {
  const status = await sandbox();
  if (status.state === "active") return { level: "ok", sentence: "sandbox.active", facts: { by: status.by } };
  if (status.state === "off") return { level: "ok", sentence: "sandbox.off" };
  const { reason, detail, required } = status;
  const fix = reason === "not_installed" ? "sudo apt-get install bubblewrap" : undefined;
  const facts: Record<string, string> = detail === undefined ? {} : { detail };
  return { level: required ? "fail" : "warn", sentence: `sandbox.${reason}`, facts, fix };
}

async function checkOrphan({ orphan, endOrphan }: EnginesHere, mend: boolean): Promise<Finding> {
  const pid = await orphan();
  if (pid === undefined) return { level: "ok", sentence: "doctor.orphan.ok" };
  if (!mend)
    return { level: "warn", sentence: "doctor.orphan.warn", facts: { pid }, fix: "kestrel doctor --fix" };
  await endOrphan();
  return { level: "ok", sentence: "doctor.orphan.fixed", facts: { pid } };
}

function describeServers(servers: readonly Server[], running: RunningDaemon | undefined): Finding[] {
  if (servers.length === 0) return [{ level: "ok", sentence: "doctor.servers.none" }];
  return servers.map(({ url, kind, model }): Finding => {
    if (kind === "closed") return { level: "ok", sentence: "doctor.server.closed", facts: { url } };
    const fix = running ? undefined : `kestrel --url ${url}`;
    if (model === undefined) return { level: "ok", sentence: "doctor.server.idle", facts: { kind, url } };
    return { level: "ok", sentence: "doctor.server.ok", facts: { kind, url, model }, fix };
  });
}
