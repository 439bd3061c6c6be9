import { join } from "node:path";
import type { Worktrees } from "@kestrel/core";
import { type DataPaths, dataPaths, workspaceTrust } from "@kestrel/store";
import { localClones } from "@kestrel/tools";

/** This user's worktrees. What is trusted in a folder is trusted in its clone, as far as that brings the same bytes. */
export function worktreesHere(
  paths: DataPaths = dataPaths(process.env),
  trust = workspaceTrust(paths),
): Worktrees {
  return localClones({
    folder: join(paths.cache, "worktrees"),
    trash: join(paths.cache, "removed-worktrees"),
    now: () => new Date(),
    inherit: async (from, to) => {
      const [known, fresh] = await Promise.all([trust.look(from), trust.look(to)]);
      if (known.state === "trusted" && fresh.digest === known.digest)
        await trust.decide(to, fresh.digest, "trusted");
    },
  });
}
