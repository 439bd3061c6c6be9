import type { LeavingPlace } from "@kestrel/protocol/api";
import { visibleName } from "@kestrel/text";
import { exitCodes } from "../exit-codes.ts";
import type { Say } from "../i18n/say.ts";
import { withAsciiHost } from "../places/with-ascii-host.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { printAsideAtWords, printAtWords, printJson } from "../terminal/print.ts";
import type { LoadoutAction } from "./loadout-action.ts";

/** `kestrel loadout places`: the accepted remote endpoints. */
export const places: LoadoutAction = async ({ flags, say }, here) => {
  const accepted = await here.places.accepted();
  if (flags.json) printJson({ schema: schemaVersion, places: accepted });
  else if (accepted.length === 0) printAtWords(say("loadout.places.none"));
  else
    printAtWords([...accepted.map((place) => placeLine(place, say)), say("loadout.places.how")].join("\n"));
  return exitCodes.done;
};

/** `kestrel loadout forget-place ADDRESS`: revokes an endpoint, with every key accepted for it. */
export const forgetPlace: LoadoutAction = async ({ flags, say }, here, [url = ""]) => {
  const { forgotten, stillNamedBy } = await here.places.forget(url);
  if (flags.json) printJson({ schema: schemaVersion, forgotten, stillNamedBy });
  if (forgotten.length === 0) {
    printAsideAtWords(say("loadout.places.noSuch", { url: visibleName(url) }));
    return exitCodes.failed;
  }
  if (flags.json) return exitCodes.done;
  const lines = forgotten.map((place) => say("loadout.places.forgotten", { place: placeLine(place, say) }));
  const names = stillNamedBy.map(visibleName).join(", ");
  const then = names === "" ? say("loadout.places.then") : say("loadout.places.stillNamed", { names });
  printAtWords([...lines, then].join("\n"));
  return exitCodes.done;
};

function placeLine({ url, key }: LeavingPlace, say: Say): string {
  const shown = { url: visibleName(withAsciiHost(url)) };
  return say("loadout.places.one", key === undefined ? shown : { ...shown, key: visibleName(key) });
}
