import { createHash, randomBytes } from "node:crypto";
import { KestrelError } from "@kestrel/core";
import { WrongTries } from "./wrong-tries.ts";

/** A code is valid once, within a quarter of an hour: enough to copy it to a browser by hand. */
const lifetimeMs = 15 * 60_000;

/** Wrong tries of one peer within a minute before it must wait for one. */
const mostWrongTries = 5;

/** The peer: a user of this machine by number, or everyone whose user is unknown. */
export type Peer = number | undefined;

/** One-time codes for the link that `kestrel` prints. The link carries a code, never the token. */
export class LoginCodes {
  readonly #codes = new Map<string, number>();
  readonly #now: () => number;
  readonly #wrong: WrongTries<Peer>;

  constructor(now: () => number) {
    this.#now = now;
    this.#wrong = new WrongTries(now, mostWrongTries);
  }

  /** A code, and the name that the login page refers to it by. */
  make(): { code: string; name: string } {
    const now = this.#now();
    for (const [old, until] of this.#codes) if (until < now) this.#codes.delete(old);
    const code = randomBytes(24).toString("base64url");
    this.#codes.set(code, now + lifetimeMs);
    return { code, name: nameOf(code) };
  }

  /** Whether a code of that name is currently valid. The name reveals nothing about the code. */
  isOpen(name: string): boolean {
    const now = this.#now();
    return [...this.#codes].some(([code, until]) => until >= now && nameOf(code) === name);
  }

  /**
   * Uses a code up. `foreign`: the peer is another user of this machine, so every code is invalid for it. Throws
   * KestrelError `code_invalid` or `too_many_attempts`.
   */
  redeem(code: string, peer: Peer, foreign: boolean): void {
    const now = this.#now();
    if (this.#wrong.areTooMany(peer)) throw new KestrelError("too_many_attempts", "too many wrong codes");
    const until = foreign ? undefined : this.#codes.get(code);
    if (!foreign) this.#codes.delete(code);
    if (until === undefined || until < now) {
      this.#wrong.add(peer);
      throw new KestrelError("code_invalid", "used, old or unknown code");
    }
  }
}

function nameOf(code: string): string {
  return createHash("sha256").update(code).digest("hex").slice(0, 16);
}
