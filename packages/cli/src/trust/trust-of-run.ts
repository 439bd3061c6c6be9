import { asksForHooks, asksForTrust, type TrustOffer } from "@kestrel/protocol/api";
import { visibleText } from "@kestrel/text";
import type { Flags } from "../arguments.ts";
import type { Connection } from "../daemon/join-or-start.ts";
import type { Say } from "../i18n/say.ts";
import { printAside } from "../terminal/print.ts";
import { trustLines } from "./trust-lines.ts";

/** `--trust`: trusts what the folder brings until it changes, and lists it. Hooks need a yes of their own. */
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

/** Says what of the folder is not used. It does not ask: a run may have no person at its terminal. */
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
