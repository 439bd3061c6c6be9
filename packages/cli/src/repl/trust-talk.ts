import { passOver } from "@kestrel/diagnostics";
import { asksForHooks, asksForTrust, type TrustOffer, type TrustSubject } from "@kestrel/protocol/api";
import type { DaemonClient } from "@kestrel/server/client";
import type { Say } from "../i18n/say.ts";
import type { Paint } from "../terminal/style.ts";
import { trustLines, wholeTextLines } from "../trust/trust-lines.ts";
import type { Surface } from "./surface.ts";

type Parts = { client: DaemonClient; surface: Surface; say: Say; paint: Paint; folder: string };

/** Asks whether to trust a folder's files before a session begins, and on `/trust`. A yes covers only the version shown last. */
export class TrustTalk {
  readonly #parts: Parts;
  /** The digest shown last for each subject. */
  #shown: { [Subject in TrustSubject]?: string } = {};

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Before a session begins: asks about undecided files, or reports what is used. Never rejects. */
  async greet(): Promise<void> {
    const { surface, say, paint } = this.#parts;
    const offer = await this.#look().catch(passOver("asking about a folder"));
    if (!offer) return;
    const how = [
      ...(asksForTrust(offer) ? [say("trust.how")] : []),
      ...(asksForHooks(offer) ? [say("trust.howHooks")] : []),
    ];
    if (how.length > 0) this.#show([...trustLines(offer, say), ...how], offer);
    else if (offer.withheld && offer.files.length > 0) {
      const names = offer.files.map(({ path }) => path).join(", ");
      surface.tell(paint("dim", say("trust.withheldHere", { names })));
    } else if (offer.state === "trusted" || offer.hookTrust?.state === "trusted")
      surface.print(paint("dim", trustLines(offer, say).join("\n")));
    else
      for (const { path, why } of offer.ignored)
        if (why === "data_folder") surface.tell(paint("dim", say("trust.ignored.data_folder", { path })));
  }

  /** `/trust`, `/trust yes`, `/trust no`, and the same two after `/trust hooks`. */
  async asked(argument: string, inSession: boolean): Promise<void> {
    const { client, surface, say, folder: workspace } = this.#parts;
    if (argument === "") {
      const offer = await this.#look();
      const how = [
        ...(offer.state === "nothing" ? [] : [say(inSession ? "trust.howLater" : "trust.how")]),
        ...(offer.hookTrust ? [say("trust.howHooks")] : []),
      ];
      return this.#show([...trustLines(offer, say), ...wholeTextLines(offer, say), ...how], offer);
    }
    const [, hooks, answer] = /^(hooks\s+)?(yes|no)$/.exec(argument) ?? [];
    if (answer === undefined) return surface.tell(say("trust.slashHow"));
    const about = hooks === undefined ? "words" : "hooks";
    const digest = this.#shown[about];
    if (digest === undefined) return surface.tell(say("trust.lookFirst"));
    const decision = answer === "yes" ? "trusted" : "declined";
    const body = { workspace, digest, decision, about } as const;
    const offer = await client.call("decideTrust", { body });
    const later = inSession && decision === "trusted" && about === "words" ? [say("trust.fromNext")] : [];
    surface.print([...trustLines(offer, say), ...later].join("\n"));
  }

  #look(): Promise<TrustOffer> {
    const { client, folder: workspace } = this.#parts;
    return client.call("lookAtTrust", { body: { workspace } });
  }

  #show(lines: readonly string[], { digest, state, hookTrust }: TrustOffer): void {
    this.#parts.surface.print(lines.join("\n"), () => {
      this.#shown = {
        ...(state !== "nothing" && { words: digest }),
        ...(hookTrust && { hooks: hookTrust.digest }),
      };
    });
  }
}
