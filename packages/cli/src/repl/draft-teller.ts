import { passOver } from "@kestrel/diagnostics";
import type { DaemonClient } from "@kestrel/server/client";
import type { SessionState } from "@kestrel/session-state";

/** The daemon is told no more often, and of the newest words. Milliseconds. */
const pause = 400;
/** A command, or so few characters that they are read in no time. */
const tooShort = 150;

/** Tells the daemon what is being typed, so that it can be read meanwhile. A daemon that does not care is not asked again for these words. */
export function draftTeller(
  client: () => DaemonClient,
  state: () => SessionState | undefined,
): (text: string, whole: boolean) => void {
  let timer: NodeJS.Timeout | undefined;
  let told = false;
  return (text, whole) => {
    clearTimeout(timer);
    const short = text.length < tooShort || text.startsWith("/");
    if (short && !told) return;
    told = !short;
    const tell = () => {
      const id = state()?.sessionId;
      if (id === undefined) return;
      client()
        .call("typeDraft", { params: { id }, body: { text: short ? "" : text.slice(0, 200_000), whole } })
        .catch(passOver("telling a draft"));
    };
    if (whole) return tell();
    timer = setTimeout(tell, pause);
    timer.unref();
  };
}
