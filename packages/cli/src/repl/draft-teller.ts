import { passOver } from "@kestrel/diagnostics";
import type { DaemonClient } from "@kestrel/server/client";
import type { SessionState } from "@kestrel/session-state";

/** Time between two drafts sent to the daemon. Milliseconds. */
const pause = 400;
/** Characters of a draft too short to be worth a prefill. */
const tooShort = 150;

/** Sends the draft to the daemon, for prefill while the user types. A failed call is not repeated for the same text. */
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
