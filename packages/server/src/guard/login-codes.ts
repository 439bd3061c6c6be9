import { randomBytes } from "node:crypto";
import { KestrelError } from "@kestrel/core";

/** A code opens the door once, for a minute. */
const lifetimeMs = 60_000;

/** So many wrong tries, then nobody gets in by code for a minute. */
const mostWrongTries = 5;

/** One-time codes for the link that `kestrel` prints. The link carries a code, never the token. */
export class LoginCodes {
  readonly #codes = new Map<string, number>();
  readonly #now: () => number;
  #wrong: number[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  make(): string {
    const now = this.#now();
    for (const [old, until] of this.#codes) if (until < now) this.#codes.delete(old);
    const code = randomBytes(24).toString("base64url");
    this.#codes.set(code, now + lifetimeMs);
    return code;
  }

  /** Uses a code up. Throws KestrelError `code_invalid` or `too_many_attempts`. */
  redeem(code: string): void {
    const now = this.#now();
    this.#wrong = this.#wrong.filter((at) => now - at < lifetimeMs);
    if (this.#wrong.length >= mostWrongTries)
      throw new KestrelError("too_many_attempts", "too many wrong codes");
    const until = this.#codes.get(code);
    this.#codes.delete(code);
    if (until === undefined || until < now) {
      this.#wrong.push(now);
      throw new KestrelError("code_invalid", "used, old or unknown code");
    }
  }
}
