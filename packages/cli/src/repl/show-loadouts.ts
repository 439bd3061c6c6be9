import type { LoadoutStamp } from "@kestrel/protocol/api";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { shelfTable } from "../loadout/loadout-lines.ts";
import type { SlashContext } from "./slash-context.ts";

/** With which one a session began. */
export function loadoutOfSession({ name, digest }: LoadoutStamp, say: Say): string {
  return say("loadout.ofSession", { name: visibleName(name), digest });
}

/** `/loadout` names the one of this session, or of the next, and all there are. */
export async function showLoadouts({ connection, dialogue, surface, say }: SlashContext): Promise<void> {
  const { loadouts, folder } = await connection.client.call("listLoadouts");
  const { state } = dialogue;
  const inForce = loadouts.find((one) => one.inForce);
  const first = state?.loadout
    ? [loadoutOfSession(state.loadout, say)]
    : state
      ? [say("loadout.ofNone")]
      : inForce
        ? [say("loadout.ofNext", { name: visibleName(inForce.name) })]
        : [];
  const lines = [...first, ...shelfTable(loadouts, folder, say), say("loadout.how")];
  surface.tell(lines.join("\n"));
}
