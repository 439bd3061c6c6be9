import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { KestrelError } from "@kestrel/core";
import type { NewAccessToken } from "@kestrel/protocol/access";
import { WrongTries } from "./wrong-tries.ts";

/** Long enough to fetch another device and to type. */
const lifetimeMs = 10 * 60_000;

/** Wrong codes before an address waits a minute, and cannot use the current code any more. */
const mostWrongTries = 5;
/** Wrong codes from all addresses that end the current code: a few addresses alone cannot reach it. */
const mostWrongInAll = 50;

/** Without characters that are easily confused: I, L, O, U, 0, 1. */
const signs = "ABCDEFGHJKMNPQRSTVWXYZ23456789";
const length = 8;

/** The code by which another device gets its own access token. One is valid at a time: a new one replaces it. */
export class PairingCodes {
  #open: { digest: Buffer; until: number; wrong: (string | undefined)[]; wish: NewAccessToken } | undefined;
  readonly #now: () => number;
  readonly #wrong: WrongTries<string | undefined>;

  constructor(now: () => number) {
    this.#now = now;
    this.#wrong = new WrongTries(now, mostWrongTries);
  }

  /** `wish`: the access token that the device will get. */
  make(wish: NewAccessToken): { code: string; seconds: number } {
    const code = Array.from({ length }, () => signs[randomInt(signs.length)]).join("");
    this.#open = { digest: digestOf(code), until: this.#now() + lifetimeMs, wrong: [], wish };
    return { code, seconds: lifetimeMs / 1000 };
  }

  /** Uses the code up, typed with or without blanks and dashes. Throws KestrelError `code_invalid` or `too_many_attempts`. */
  redeem(code: string, address: string | undefined): NewAccessToken {
    if (this.#wrong.areTooMany(address)) throw new KestrelError("too_many_attempts", "too many wrong codes");
    const open = this.#open;
    const isRight = open !== undefined && timingSafeEqual(digestOf(plainCode(code)), open.digest);
    const tries = open?.wrong.filter((one) => one === address).length ?? 0;
    if (isRight && open.until >= this.#now() && tries < mostWrongTries) {
      this.#open = undefined;
      return open.wish;
    }
    this.#wrong.add(address);
    if (open && tries < mostWrongTries) open.wrong.push(address);
    if (open && open.wrong.length >= mostWrongInAll) this.#open = undefined;
    throw new KestrelError("code_invalid", "wrong, used or old code");
  }
}

function plainCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, "");
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
