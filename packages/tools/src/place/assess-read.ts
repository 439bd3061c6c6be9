import type { Assessment, CallBinding, ToolContext } from "@kestrel/core";
import { boundsOf, type ConfinedPath, confine, type OwnFolders } from "./confined-path.ts";
import { isSecret } from "./protected-paths.ts";

/** Looking asks nothing, except where secrets are known to lie. Where it must not look at all, running it answers with a refusal. */
export async function assessRead(
  folders: OwnFolders,
  path: string,
  { workspace }: Pick<ToolContext, "workspace">,
): Promise<Assessment> {
  const place = await boundsOf(workspace, folders)
    .then((bounds) => confine(bounds, path))
    .catch(() => undefined);
  if (!place || !isSecret(place)) return { risk: "read", reasons: ["reads_workspace"] };
  return { risk: "read", reasons: ["reads_workspace", "reads_secret"], binding: readBinding(place) };
}

/** What an answer to looking at a place is bound to: nothing, or which secret it is. */
export function readBinding(place: Pick<ConfinedPath, "real" | "asked">): CallBinding {
  return isSecret(place) ? { secret: place.real } : {};
}
