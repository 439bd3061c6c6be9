import { setTimeout as wait } from "node:timers/promises";
import { passOver } from "@kestrel/diagnostics";
import type { Connection } from "../daemon/join-or-start.ts";
import type { Say } from "../i18n/say.ts";
import type { Surface } from "./surface.ts";

type Parts = { connection: Connection; surface: Surface; say: Say };

/** A message is accepted at once. After this time the daemon is asked whether it answers. Milliseconds. */
const acceptedMs = 2_000;
const answeredMs = 1_000;

/** Until the returned function is called, shows that the daemon answers nothing. `works`: a turn has the line above the prompt then. */
export function showSilence({ connection, surface, say }: Parts, works: () => boolean): () => void {
  let isOver = false;
  let isShown = false;
  const timer = setTimeout(async () => {
    const { pid } = connection;
    const asked = connection.client.call("health").catch(passOver("asking a daemon that is gone"));
    const silent = await Promise.race([asked.then(() => false), wait(answeredMs, true, { ref: false })]);
    isShown = silent && !isOver;
    if (isShown) surface.hint(say("repl.silentDaemon", { pid }));
  }, acceptedMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
    if (isShown && !works()) surface.hint("");
  };
}
