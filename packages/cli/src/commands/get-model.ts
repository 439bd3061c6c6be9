import { setTimeout as pause } from "node:timers/promises";
import type { ModelDownload } from "@kestrel/protocol/downloads";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { CommandFailure } from "../failure-of.ts";
import { downloadLine } from "../models/download-lines.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import { RewritableLine } from "../terminal/rewritable-line.ts";
import type { CommandInput } from "./command.ts";

/** Interval of requests to the daemon. Milliseconds. */
const lookEveryMs = 300;
const active: readonly ModelDownload["state"][] = ["waiting", "running", "checking"];

/** `kestrel models get SOURCE`: the daemon downloads, this shows the progress. Ctrl+C pauses the download and keeps its data. */
export async function getModel({ flags, say }: CommandInput, source: string): Promise<ExitCode> {
  const connection = await joinOrStart({ flags, say });
  const { client } = connection;
  const line = new RewritableLine(process.stderr, process.env);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once("SIGINT", interrupt);
  try {
    let { download } = await client.call("startDownload", { body: { source } });
    if (!flags.json && active.includes(download.state))
      line.line(say("models.getting", { name: download.name }));
    while (active.includes(download.state)) {
      line.now(downloadLine(download, say));
      await pause(lookEveryMs, undefined, { signal: stop.signal }).catch(() => undefined); // expected: Ctrl+C
      if (stop.signal.aborted) {
        const { id } = download;
        ({ download } = await client.call("pauseDownload", { body: { id } }));
        break;
      }
      const { downloads } = await client.call("listDownloads");
      const found = downloads.find(({ id }) => id === download.id);
      if (!found) throw new CommandFailure("not_found", { words: source });
      download = found;
    }
    line.clear();
    if (flags.json) printJson({ schema: schemaVersion, download });
    if (download.failure) throw new CommandFailure(download.failure.code, download.failure.params);
    if (download.state === "paused") {
      printAside(say("models.paused", { source }));
      return exitCodes.interrupted;
    }
    if (!flags.json) {
      const got = !download.found ? "models.got" : download.verified ? "models.foundRight" : "models.found";
      print(say(got, { name: download.name, bytes: downloadLine(download, say) }));
      if (!download.verified) printAside(say("models.unverified"));
      print(say("models.loadIt", { name: download.name }));
    }
    return exitCodes.done;
  } finally {
    process.off("SIGINT", interrupt);
    await connection.close();
  }
}
