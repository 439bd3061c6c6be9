import { type AccessToken, NewAccessToken, type RemoteAccess } from "@kestrel/protocol/access";
import { UsageError } from "../arguments.ts";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { Say } from "../i18n/say.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { localTime } from "../session-lines/local-time.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { oneLine } from "../terminal/one-line.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel tokens`: the daemon's API tokens. A new secret is printed to standard output, once. */
export async function tokens({ verb, words, flags, say }: CommandInput): Promise<ExitCode> {
  const wish = NewAccessToken.safeParse({
    name: words.join(" "),
    // A paired device is for a person, any other token for a program.
    scopes: flags.scope ?? [verb === "pair" ? "full" : "read"],
    ...(flags.days !== undefined && { expiresInDays: Number(flags.days) }),
  });
  const [id = ""] = words;
  if ((verb === "add" || verb === "pair") && !wish.success) throw new UsageError(say("tokens.how"));
  const { client, close } = await joinOrStart({ flags, say });
  try {
    if (verb === "add" && wish.data) {
      const made = await client.call("addToken", { body: wish.data });
      if (flags.json) printJson({ schema: schemaVersion, ...made });
      else {
        printAside([...tokenLines([made.token], say), say("tokens.once")].join("\n"));
        print(made.secret);
      }
    } else if (verb === "pair" && wish.data) {
      const pairing = await client.call("pairDevice", { body: wish.data });
      if (flags.json) printJson({ schema: schemaVersion, ...pairing });
      else print(pairingLines(pairing, say).join("\n"));
    } else if (verb === "revoke") {
      const { token } = await client.call("revokeToken", { params: { id }, body: {} });
      if (flags.json) printJson({ schema: schemaVersion, revoked: token });
      else print(say("tokens.revoked", { name: oneLine(token.name) }));
    } else {
      const { tokens: listed } = await client.call("listTokens");
      if (flags.json) printJson({ schema: schemaVersion, tokens: listed });
      else print(listed.length === 0 ? say("tokens.none") : tokenLines(listed, say).join("\n"));
    }
    return exitCodes.done;
  } finally {
    // The code is valid only in the daemon that issued it.
    await (verb === "pair" ? close() : close("as-found"));
  }
}

function tokenLines(listed: readonly AccessToken[], say: Say): string[] {
  const rows = listed.map(({ id, name, scopes, createdAt, lastUsedAt, expiresAt, used }) => [
    ...[id, oneLine(name), scopes.join(" ")],
    say("tokens.created", { time: localTime(createdAt) }),
    lastUsedAt === undefined ? say("tokens.unused") : say("tokens.used", { time: localTime(lastUsedAt) }),
    expiresAt === undefined ? say("tokens.endless") : say("tokens.expires", { time: localTime(expiresAt) }),
    used ? say("engine.lent.used", used) : "",
  ]);
  return alignColumns(rows);
}

type Pairing = { code: string; link: string; seconds: number; remote: RemoteAccess };

function pairingLines({ code, link, seconds, remote }: Pairing, say: Say): string[] {
  return [
    say("tokens.pair", { url: remote.url, minutes: seconds / 60 }),
    `\n  ${code.slice(0, 4)}-${code.slice(4)}\n`,
    say("tokens.pairLink", { link }),
    say("tokens.pairPin", { fingerprint: remote.fingerprint }),
  ];
}
