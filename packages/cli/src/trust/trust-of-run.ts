import { asksForTrust } from "@kestrel/protocol/api";
import type { Flags } from "../arguments.ts";
import type { Connection } from "../daemon/join-or-start.ts";
import type { Say } from "../i18n/say.ts";
import { printAside } from "../terminal/print.ts";
import { trustLines } from "./trust-lines.ts";

/** `--trust`: what the folder brings is used, now and until it changes. Says what that is. */
export async function trustHere(
  { client }: Connection,
  workspace: string,
  { flags, say }: { flags: Flags; say: Say },
): Promise<void> {
  const offer = await client.call("lookAtTrust", { body: { workspace } });
  if (offer.state === "nothing") return;
  const { digest } = offer;
  const decided =
    offer.state === "trusted"
      ? offer
      : await client.call("decideTrust", { body: { workspace, digest, decision: "trusted" } });
  if (!flags.quiet) printAside(trustLines(decided, say).join("\n"));
}

/** That the folder brings something which is not used. Nobody is asked: a run may have nobody there. */
export async function sayUntrusted(
  { client }: Connection,
  workspace: string,
  { say }: { say: Say },
): Promise<void> {
  const offer = await client.call("lookAtTrust", { body: { workspace } });
  if (!asksForTrust(offer)) return;
  const names = [
    ...[...offer.files, ...(offer.skills ?? [])].map(({ path }) => path),
    ...(offer.hooks ?? []).map(({ command }) => `hook ${command}`),
    ...offer.deny.map((rule) => `deny ${rule}`),
  ];
  printAside(say("trust.notUsed", { names: names.join(", ") }));
}
