import type { LoopArchive, LoopLog } from "@kestrel/core";
import { LoopRuns } from "@kestrel/daemon";
import { type LoopEvent, LoopId } from "@kestrel/protocol/loop";
import { oneWorktree } from "./one-worktree.ts";

const at = "2026-11-28T10:00:00.000Z";
const plan = {
  ...{ items: [{ text: "sing", check: "true", keep: [], named: [] }], bring: [], hours: 8, attempts: 3 },
};

/** Loops of which one is paused. None gets on: the model that they wait for never comes. */
export function oneLoop(): LoopRuns {
  const id = LoopId.parse("l000001");
  const log: LoopLog = { append: async (body) => ({ at, body }), close: async () => undefined };
  const events = async (): Promise<LoopEvent[]> => {
    const { worktree } = await oneWorktree().open({ workspace: "/home/ada/birds", name: "birds" });
    const opened = {
      type: "loop.opened",
      id,
      file: "/p",
      workspace: "/home/ada/birds",
      worktree,
      plan,
      digest: "d",
    } as const;
    return [opened, { type: "loop.paused", why: "asked" }];
  };
  const archive: LoopArchive = {
    create: async () => log,
    open: async () => ({ log, events: (await events()).map((body) => ({ at, body })) }),
    list: async () => [id],
  };
  return new LoopRuns({
    dataFolder: "/nowhere",
    archive,
    worktrees: oneWorktree(),
    checks: { run: async () => "cancelled" },
    sandbox: { status: async () => ({ state: "active", by: "bubblewrap", required: false }) },
    digest: () => "d",
    newId: () => LoopId.parse("l000002"),
    ready: (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
    tell: () => undefined,
  });
}
