import { randomUUID } from "node:crypto";
import { passOver } from "@kestrel/diagnostics";
import { JobId } from "@kestrel/protocol";
import { jobLines } from "../session-lines/job-lines.ts";
import type { SlashContext } from "./slash-context.ts";

/** `/jobs` lists the background commands, each with the end of its output; `/jobs stop j1` ends one. */
export async function showJobs(
  { connection, dialogue, surface, say }: SlashContext,
  argument: string,
): Promise<void> {
  const { state } = dialogue;
  const stopped = JobId.safeParse(/^stop\s+(\S+)$/.exec(argument)?.[1]);
  if (argument !== "" && !stopped.success) return void surface.tell(say("repl.jobsHow"));
  const { jobs = [], sessionId } = state ?? {};
  if (stopped.success && sessionId !== undefined) {
    const body = { opId: randomUUID(), type: "stop-job", job: stopped.data } as const;
    return void (await connection.client.call("sendOp", { params: { id: sessionId }, body }));
  }
  if (sessionId === undefined || jobs.length === 0) return void surface.tell(say("repl.noJobs"));
  const lines = jobs.map(async (job) => {
    const output = await connection.client
      .call("readJob", { params: { id: sessionId, job: job.job } })
      .catch(passOver("reading the output of a job"));
    return jobLines(job, output?.tail ?? "", say);
  });
  surface.tell((await Promise.all(lines)).flat().join("\n"));
}
