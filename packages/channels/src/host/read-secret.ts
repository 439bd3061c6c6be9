import { lstat, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { ChannelTrouble } from "@kestrel/protocol/channel";

type From = { token_env?: string; token_file?: string };
type Secret = { secret: string } | { why: ChannelTrouble; detail: string };

/** Characters valid in a header: the error for an invalid one would repeat it. */
const tokenForm = /^[\x20-\x7e]+$/;
/** A password may hold any letters. */
const lineForm = /^[^\p{Cc}\u2028\u2029]+$/u;

/**
 * A channel's secret, from the variable or file that its entry names; or the reason why there is none. Refuses another user's file,
 * one that others can read, and one with more than one line.
 */
export async function readSecret(
  from: From,
  environment: Readonly<Record<string, string | undefined>>,
  kind: "token" | "password",
): Promise<Secret> {
  const found = await foundSecret(from, environment);
  if ("why" in found) return found;
  const secret = found.secret.trim();
  const isGood = (kind === "token" ? tokenForm : lineForm).test(secret);
  return isGood ? { secret } : { why: "secret_form", detail: from.token_file ?? from.token_env ?? "" };
}

async function foundSecret(
  { token_env, token_file }: From,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Secret> {
  if (token_file !== undefined) {
    const file = resolve(token_file.replace(/^~(?=\/)/, homedir()));
    try {
      const facts = await lstat(file);
      const isOwn = facts.isFile() && (process.getuid === undefined || facts.uid === process.getuid());
      const isClosed = process.platform === "win32" || (facts.mode & 0o077) === 0;
      if (!isOwn || !isClosed || facts.size > 8_192) return { why: "secret_file_open", detail: file };
      const secret = (await readFile(file, "utf8")).trim();
      return secret === "" ? { why: "secret_file_missing", detail: file } : { secret };
    } catch {
      // expected: the caller reports `why`
      return { why: "secret_file_missing", detail: file };
    }
  }
  const secret = token_env === undefined ? undefined : environment[token_env];
  return secret ? { secret } : { why: "secret_missing", detail: token_env ?? "token_env" };
}
