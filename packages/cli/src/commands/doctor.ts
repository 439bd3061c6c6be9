import { enginesHere } from "@kestrel/app/engine";
import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { passOver } from "@kestrel/diagnostics";
import { UsageError } from "../arguments.ts";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { checkChannels } from "../doctor/check-channels.ts";
import { brokenConfig } from "../doctor/check-config.ts";
import { checkEmbeddings } from "../doctor/check-embeddings.ts";
import { checkLanguages } from "../doctor/check-languages.ts";
import { checkLog } from "../doctor/check-log.ts";
import { checkMachine } from "../doctor/check-machine.ts";
import { checkModel } from "../doctor/check-model.ts";
import { checkRemote } from "../doctor/check-remote.ts";
import { checkWorktrees } from "../doctor/check-worktrees.ts";
import { type Finding, findingLines, findingRecord } from "../doctor/finding.ts";
import { remedyOf } from "../doctor/remedy-of.ts";
import { writeLoadout } from "../doctor/write-loadout.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { failureOf } from "../failure-of.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel doctor`: one line per check. Exit code 1 when one fails. */
export async function doctor({ flags, say }: CommandInput): Promise<ExitCode> {
  const all: Finding[] = [];
  const tell = (findings: readonly Finding[]) => {
    all.push(...findings);
    if (!flags.json) for (const finding of findings) print(findingLines(finding, say).join("\n"));
  };

  const running = await findRunningDaemon().catch(passOver("looking for a daemon"));
  const here = await enginesHere(flags).catch((error: unknown) => {
    tell([brokenConfig(error, say)]);
    return undefined;
  });
  let loadout: string | undefined;
  if (here) {
    const { findings, servers } = await checkMachine(here, running, { mend: flags.fix === true, say });
    tell(findings);
    tell(await checkEmbeddings(here.config, say));
    tell(await checkRemote(here, running));
    tell(await checkLog());
    tell(await checkWorktrees());
    tell(await checkLanguages(here.config, process.cwd(), running));
    const target = flags["write-loadout"];
    loadout = target === undefined ? undefined : await writeLoadout(target, servers, here, say);
    const fit = !findings.some(({ level, sentence }) => level === "fail" && sentence !== "doctor.port.fail");
    if (fit || running) tell(await withDaemon({ flags, say }, fit));
  }

  const broken = all.filter(({ level }) => level === "fail").length;
  if (flags.json) {
    const findings = all.map((finding) => findingRecord(finding, say));
    printJson({ schema: schemaVersion, ok: broken === 0, findings });
  } else print(broken === 0 ? say("doctor.ends.ok") : say("doctor.ends.fail", { count: broken }));
  if (loadout !== undefined) printAside(loadout);
  return broken === 0 ? exitCodes.done : exitCodes.failed;
}

/** Checks the channels and, with `model`, the model, in the running daemon or one started for the check. */
async function withDaemon(
  { flags, say }: Pick<CommandInput, "flags" | "say">,
  model: boolean,
): Promise<Finding[]> {
  try {
    const connection = await joinOrStart({ flags, say });
    try {
      return [
        ...(await checkChannels(connection.client, say)),
        ...(model ? await checkModel(connection.client, connection.started === undefined, say) : []),
      ];
    } finally {
      await connection.close("as-found");
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, params } = failureOf(error);
    const facts = { problem: say(`error.${code}`, params) };
    return [{ level: "fail", sentence: "doctor.model.fail", facts, fix: remedyOf({ code, params }, false) }];
  }
}
