import { join } from "node:path";
import type { Worktrees } from "@kestrel/core";
import { type DataPaths, dataPaths, workspaceTrust } from "@kestrel/store";
import { localClones } from "@kestrel/tools";

/** This user's worktrees. Trust in a folder extends to its clone where the bytes are the same. */
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
