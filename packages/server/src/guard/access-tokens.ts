import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { KestrelError } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { AccessToken, type NewAccessToken } from "@kestrel/protocol/access";
import { z } from "zod";

/** The storage of access tokens. Unknown rows, as of a newer Kestrel, are kept. */
export type TokenFile = {
  read(): Promise<readonly unknown[]>;
  write(rows: readonly unknown[]): Promise<void>;
};

/** Stores only the digest of the secret. */
const Row = AccessToken.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
type Row = z.infer<typeof Row>;

/** Upper limit, because each request is compared with every token. */
const mostTokens = 200;

const dayMs = 86_400_000;
/** The last use of a token is saved at most this often. */
const minuteMs = 60_000;

/** What one token currently allows. */
export type Admission = Pick<AccessToken, "id" | "name" | "scopes"> & {
  endsInMs?: number;
  /** Lent to a part of this process; no other device has it. */
  lent?: true;
};

/** The access tokens in addition to the daemon's own: created, found by secret, revoked. */
export class AccessTokens {
  readonly #file: TokenFile;
  readonly #now: () => number;
  #rows: readonly Row[] = [];
  #foreign: readonly unknown[] = [];
  readonly #lent = new Map<string, Admission>();
  #writing: Promise<void> = Promise.resolve();
  #onTakenBack: (id: string) => void = () => undefined;

  private constructor(file: TokenFile, now: () => number) {
    this.#file = file;
    this.#now = now;
  }

  /** `now`: milliseconds since 1970. */
  static async in(file: TokenFile, now: () => number = Date.now): Promise<AccessTokens> {
    const tokens = new AccessTokens(file, now);
    const known = (await file.read()).map((row) => ({ row, read: Row.safeParse(row) }));
    tokens.#rows = known.flatMap(({ read }) => (read.success ? [read.data] : []));
    tokens.#foreign = known.flatMap(({ row, read }) => (read.success ? [] : [row]));
    return tokens;
  }

  list(): AccessToken[] {
    return this.#rows.map((row) => AccessToken.parse(row));
  }

  /** What a secret allows; undefined for an unknown, revoked or expired one. Takes constant time. */
  find(secret: string): Admission | undefined {
    const given = digestOf(secret);
    const lent = this.#lent.get(given.toString("hex"));
    if (lent) return lent;
    const found = this.#rows.filter(({ sha256 }) => timingSafeEqual(Buffer.from(sha256, "hex"), given))[0];
    if (!found) return undefined;
    const now = this.#now();
    const endsInMs = found.expiresAt === undefined ? undefined : Date.parse(found.expiresAt) - now;
    if (endsInMs !== undefined && endsInMs <= 0) return undefined;
    if (now - Date.parse(found.lastUsedAt ?? "1970-01-01") >= minuteMs) {
      const used = { ...found, lastUsedAt: new Date(now).toISOString() };
      this.#keep(this.#rows.map((row) => (row === found ? used : row))).catch(passOver("keeping a use"));
    }
    const { id, name, scopes } = found;
    return { id, name, scopes, ...(endsInMs !== undefined && { endsInMs }) };
  }

  /** Adds a program's use of the model with it. */
  count(id: string, used: NonNullable<AccessToken["used"]>): void {
    const found = this.#rows.find((row) => row.id === id);
    if (!found) return;
    const before = found.used ?? { requests: 0, prompt: 0, generated: 0 };
    const sum = {
      requests: before.requests + used.requests,
      prompt: before.prompt + used.prompt,
      generated: before.generated + used.generated,
    };
    this.#keep(this.#rows.map((row) => (row === found ? { ...row, used: sum } : row))).catch(
      passOver("keeping a use"),
    );
  }

  /** A token for a part of this process: neither stored nor listed; valid until `takeBack` or the end of the process. */
  lend(name: string, scopes: AccessToken["scopes"]): string {
    const secret = `kestrel_${randomBytes(32).toString("hex")}`;
    const id = randomBytes(4).toString("hex");
    this.#lent.set(digestOf(secret).toString("hex"), { id, name, scopes, lent: true });
    return secret;
  }

  /** Invalidates a lent token. */
  takeBack(secret: string): void {
    const digest = digestOf(secret).toString("hex");
    const lent = this.#lent.get(digest);
    if (!lent) return;
    this.#lent.delete(digest);
    this.#onTakenBack(lent.id);
  }

  /** Calls `end` when a lent token is taken back, to end its open requests. */
  onTakenBack(end: (id: string) => void): void {
    this.#onTakenBack = end;
  }

  /** Rejects when it cannot be stored: then there is no such token. */
  async add({
    name,
    scopes,
    expiresInDays,
  }: NewAccessToken): Promise<{ secret: string; token: AccessToken }> {
    if (this.#rows.length >= mostTokens)
      throw new KestrelError("invalid_request", "too many", { where: "tokens", problem: `> ${mostTokens}` });
    const secret = `kestrel_${randomBytes(32).toString("hex")}`;
    const now = this.#now();
    const token: AccessToken = {
      id: randomBytes(4).toString("hex"),
      ...{ name, scopes: [...new Set(scopes)], createdAt: new Date(now).toISOString() },
      ...(expiresInDays && { expiresAt: new Date(now + expiresInDays * dayMs).toISOString() }),
    };
    const before = this.#rows;
    await this.#keep([...before, { ...token, sha256: digestOf(secret).toString("hex") }]).catch((cause) => {
      this.#rows = this.#rows.filter(({ id }) => id !== token.id);
      throw cause;
    });
    return { secret, token };
  }

  /** Invalidates it at once, even if that cannot be stored. Rejects with `not_found`. */
  async revoke(id: string): Promise<AccessToken> {
    const found = this.#rows.find((row) => row.id === id);
    if (!found) throw new KestrelError("not_found", "no such token");
    await this.#keep(this.#rows.filter((row) => row !== found));
    return AccessToken.parse(found);
  }

  #keep(rows: readonly Row[]): Promise<void> {
    this.#rows = rows;
    // Serialized; each write stores the rows of that moment.
    const write = () => this.#file.write([...this.#rows, ...this.#foreign]);
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }
}

function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
