import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { CheckRunner, Engine, Sandbox, Worktrees } from "@kestrel/core";
import { LoopRuns, type Notices } from "@kestrel/daemon";
import { passOver } from "@kestrel/diagnostics";
import { LoopId } from "@kestrel/protocol/loop";
import { type DataPaths, loopArchive } from "@kestrel/store";
import { thisHost } from "./machine/this-host.ts";

type LoopsFrom = {
  worktrees: Worktrees;
  checks: CheckRunner;
  sandbox: Sandbox;
  engine: Engine;
  notices: Notices;
};

/** The loops of this data folder. Interrupted loops resume as soon as the model answers. */
export function composeLoops(paths: DataPaths, { engine, notices, ...parts }: LoopsFrom): LoopRuns {
  return new LoopRuns({
    ...parts,
    dataFolder: paths.data,
    archive: loopArchive(join(paths.data, "loops")),
    digest: thisHost.digest,
    newId: () => LoopId.parse(`l${Date.now().toString(36)}${randomBytes(3).toString("hex")}`),
    ready: async (signal) =>
      void (await engine.ready(signal).catch(passOver("waiting for the model of a loop"))),
    tell: ({ id, phase }) => notices.add({ code: "loop_over", params: { id, phase } }),
  });
}
