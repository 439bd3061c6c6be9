import { asksForHooks, asksForTrust, type TrustOffer } from "@kestrel/protocol/api";
import { visibleText } from "@kestrel/text";
import type { Flags } from "../arguments.ts";
import type { Connection } from "../daemon/join-or-start.ts";
import type { Say } from "../i18n/say.ts";
import { printAside } from "../terminal/print.ts";
import { trustLines } from "./trust-lines.ts";

/** `--trust`: trusts the folder's files until they change, and lists them. Hooks need a separate yes. */
export async function trustHere(
  { client }: Connection,
  workspace: string,
  { flags, say }: { flags: Flags; say: Say },
): Promise<void> {
  const offer = await client.call("lookAtTrust", { body: { workspace } });
  sayHooksNotRun(offer, say);
  if (offer.state === "nothing") return;
  const { digest } = offer;
  const decided =
    offer.state === "trusted"
      ? offer
      : await client.call("decideTrust", { body: { workspace, digest, decision: "trusted" } });
  if (!flags.quiet) printAside(trustLines(decided, say).join("\n"));
}

/** Reports unused files of the folder. Does not ask: a run may have no terminal. */
export async function sayUntrusted(
  { client }: Connection,
  workspace: string,
  { say }: { say: Say },
): Promise<void> {
  const offer = await client.call("lookAtTrust", { body: { workspace } });
  sayHooksNotRun(offer, say);
  if (!asksForTrust(offer)) return;
  const names = [
    ...[...offer.files, ...(offer.skills ?? [])].map(({ path }) => path),
    ...offer.deny.map((rule) => `deny ${rule}`),
  ];
  printAside(say("trust.notUsed", { names: names.join(", ") }));
}

function sayHooksNotRun(offer: TrustOffer, say: Say): void {
  if (!asksForHooks(offer)) return;
  const names = (offer.hooks ?? []).map(({ command }) => visibleText(command)).join(", ");
  printAside(say("trust.hooksNotRun", { names }));
}
