import type { Sampling } from "@kestrel/protocol";
import type { Setting } from "@kestrel/protocol/api";
import type { Say } from "../i18n/say.ts";
import { samplingNames } from "../settings/sampling-words.ts";
import { alignColumns } from "../terminal/align-columns.ts";

/** The session's sampling parameters, in one line. */
export function samplingLine(sampling: Sampling, say: Say): string {
  const drawn = Object.entries(sampling).map(([name, value]) => `${name} ${value}`);
  return drawn.length === 0 ? say("sampling.none") : say("sampling.is", { drawn: drawn.join(", ") });
}

type Known = { session?: Sampling; settings: readonly Setting[]; server?: Sampling };

/** Each parameter with its value in effect and its source: this session, the settings, or the server. */
export function samplingTable({ session, settings, server }: Known, say: Say): string {
  const rows = samplingNames.map((name) => {
    const set = settings.find(({ key }) => key === `model.${name}`);
    if (session?.[name] !== undefined) return [name, String(session[name]), say("sampling.session")];
    if (typeof set?.value === "number")
      return [name, String(set.value), set.where ?? say("sampling.settings")];
    if (server?.[name] !== undefined) return [name, String(server[name]), say("sampling.server")];
    return [name, "–", say("sampling.unsaid")];
  });
  return [...alignColumns(rows), say("sampling.how")].join("\n");
}
