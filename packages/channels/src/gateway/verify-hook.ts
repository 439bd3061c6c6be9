import { createHmac, timingSafeEqual } from "node:crypto";

/** Seconds that a signed time may lie off. */
const toleranceSeconds = 300;

/**
 * Bytes of the shortest accepted key; the specification wants 24. Invalid base64 decodes to few bytes or none, and with an empty
 * key anyone could sign.
 */
const leastKey = 16;

/** The key of a secret of Standard Webhooks; undefined where it is too short. */
export function webhookKey(secret: string): Buffer | undefined {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return key.length < leastKey ? undefined : key;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;
export type Verified = { ok: true; id: string } | { ok: false };

const refused: Verified = { ok: false };
const one = (value: string | string[] | undefined): string => (typeof value === "string" ? value : "");

/**
 * Verifies a call by its raw body, before anything of it is parsed. `standard-webhooks`: HMAC-SHA256 of `id.timestamp.body` under the
 * secret behind `whsec_`, in base64, several signatures apart by blanks, none but `v1` counted
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). `github`: `X-Hub-Signature-256`, which covers
 * the body alone: its hex is the id, because anyone who saw a call can send it again under another delivery id.
 */
export function verifyHook(
  scheme: "standard-webhooks" | "github",
  secret: string,
  { headers, body, nowSeconds }: { headers: Headers; body: Buffer; nowSeconds: number },
): Verified {
  if (scheme === "github") {
    const id = one(headers["x-github-delivery"]);
    const [, given] = /^sha256=([0-9a-f]{64})$/.exec(one(headers["x-hub-signature-256"])) ?? [];
    if (!isId(id) || given === undefined) return refused;
    const wanted = createHmac("sha256", secret).update(body).digest();
    return timingSafeEqual(wanted, Buffer.from(given, "hex")) ? { ok: true, id: given } : refused;
  }
  const id = one(headers["webhook-id"]);
  const timestamp = one(headers["webhook-timestamp"]);
  if (!isId(id) || !/^\d{1,12}$/.test(timestamp)) return refused;
  if (Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) return refused;
  const key = webhookKey(secret);
  if (!key) return refused;
  const wanted = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  const signatures = one(headers["webhook-signature"]).split(" ").slice(0, 20);
  // Compares each one, so that the time does not reveal which was right.
  const fits = signatures.map((signature) => {
    const [, given] = /^v1,([A-Za-z0-9+/]{43}=)$/.exec(signature) ?? [];
    return given !== undefined && timingSafeEqual(wanted, Buffer.from(given, "base64"));
  });
  return fits.includes(true) ? { ok: true, id } : refused;
}

const isId = (id: string): boolean => /^[\x21-\x7e]{1,200}$/.test(id);
