import type { Assessment, CallBinding, ToolContext } from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { boundsOf, type ConfinedPath, confine, type OwnFolders } from "./confined-path.ts";
import { isSecret } from "./protected-paths.ts";

/** Only secrets need approval. Outside the bounds the call itself returns a refusal. `through`: everything below is read. */
export async function assessRead(
  folders: OwnFolders,
  path: string,
  { workspace }: Pick<ToolContext, "workspace">,
  through = false,
): Promise<Assessment> {
  const place = await boundsOf(workspace, folders)
    .then((bounds) => confine(bounds, path))
    .catch(passOver("judging a read"));
  if (!place) return { risk: "read", reasons: ["reads_workspace"] };
  const places = [place.path];
  const looks = { risk: "read", places, ...(through && { below: places }) } as const;
  if (!asksFirst(place)) return { ...looks, reasons: ["reads_workspace"] };
  return { ...looks, reasons: ["reads_workspace", "reads_secret"], binding: readBinding(place) };
}

/** The binding of an approval to read a path: empty, or the secret. */
export function readBinding(place: Pick<ConfinedPath, "real" | "asked">): CallBinding {
  return asksFirst(place) ? { secret: place.real } : {};
}

/** Whether reading needs approval: for secrets, and for `.git/config`, which may hold a URL with a token. */
function asksFirst(place: Pick<ConfinedPath, "real" | "asked">): boolean {
  return isSecret(place) || /(?:^|[/\\])\.git[/\\]config$/i.test(place.real);
}
