import { createHash } from "node:crypto";
import { KestrelError, loadoutBytes } from "@kestrel/core";
import { FrozenLoadout } from "@kestrel/protocol/api";
import { z } from "zod";
import { longestSettingsFile, readBounded } from "../files/read-bounded.ts";
import { isDeeper } from "./is-deeper.ts";

/** Deepest nesting of a tool's schema: a deeper one is left out, since its digest would overflow the stack. */
const deepest = 256;

/** A built loadout as its file stores it: its digest, earlier digests, and the frozen contents. */
export const BuiltLoadout = z.object({
  kestrel: z.literal("loadout"),
  digest: z.string(),
  /** Digests of earlier builds, oldest first. */
  ancestry: z.array(z.string()),
  /** The builds that changed something, oldest first. */
  changes: z.array(z.object({ digest: z.string(), version: z.string().optional() })),
  imported: z.boolean().optional(),
  frozen: FrozenLoadout,
});
export type BuiltLoadout = z.infer<typeof BuiltLoadout>;

/** The digest of exactly the frozen bytes; hexadecimal. */
export function digestOfLoadout(frozen: FrozenLoadout): string {
  return createHash("sha256").update(loadoutBytes(frozen)).digest("hex").slice(0, 32);
}

/** What a build follows: the previous build, or the history that an import contained. */
export type LoadoutPast = { ancestry: readonly string[] } & Partial<
  Pick<BuiltLoadout, "digest" | "changes" | "imported">
>;

/** The text of the file. Two builds of the same input give the same bytes. */
export function builtText(frozen: FrozenLoadout, past: LoadoutPast): string {
  const digest = digestOfLoadout(frozen);
  const isNew = past.digest !== digest;
  const { version } = frozen.metadata;
  const { ancestry, changes = [] } = past;
  const built: BuiltLoadout = {
    kestrel: "loadout",
    digest,
    ancestry: [...ancestry, ...(past.digest === undefined || !isNew ? [] : [past.digest])],
    changes: isNew ? [...changes, { digest, ...(version !== undefined && { version }) }] : changes,
    ...(past.imported && { imported: true }),
    frozen,
  };
  return `${JSON.stringify(built, undefined, 1)}\n`;
}

/** Reads a built loadout, and the text of its file. Rejects with `loadout_invalid` {file, reason}: unreadable, of another form, or changed since it was built. */
export async function readBuiltLoadout(file: string): Promise<{ built: BuiltLoadout; text: string }> {
  const text = await readBounded(file, longestSettingsFile).catch((cause: NodeJS.ErrnoException) => {
    throw refused(file, cause.code ?? "unknown", cause);
  });
  const built = parsed(text);
  if (!built) throw refused(file, "not_built");
  if (digestOfLoadout(built.frozen) !== built.digest) throw refused(file, "changed");
  return { built, text };
}

function parsed(text: string): BuiltLoadout | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, deepest) ? undefined : BuiltLoadout.safeParse(value).data;
  } catch {
    // expected: not JSON
    return undefined;
  }
}

function refused(file: string, reason: string, cause?: unknown): KestrelError {
  return new KestrelError("loadout_invalid", `${file}: ${reason}`, { file, reason }, { cause });
}
