import type { CheckedLoadout, FrozenLoadout, LoadoutBill } from "@kestrel/protocol";
import type { LoadoutsWithoutDaemon, ReadLoadout } from "../compose-loadouts-here.ts";
import { findRunningDaemon } from "../daemon/find-daemon.ts";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { printAside } from "../terminal/print.ts";

type Wish = { say: Say; estimate: boolean };

/** A loadout, looked up and counted. */
export async function checkLoadout(
  here: LoadoutsWithoutDaemon,
  loadout: ReadLoadout,
  { say, estimate }: Wish,
): Promise<CheckedLoadout> {
  const { frozen, digest, problems } = loadout;
  const counted = estimate ? undefined : await countWithModel(loadout, say);
  const bill = counted ?? (await here.estimate(frozen));
  const excess = here.excess(bill);
  return { digest, frozen, problems: [...problems], bill, ...(excess && { excess }) };
}

/**
 * By the daemon that runs, if its model is the loadout's or the loadout names none; by a daemon of this process with the
 * loadout's own model where none runs. Undefined where neither can, and where that model does not come up.
 */
async function countWithModel(
  { frozen, file }: Pick<ReadLoadout, "frozen" | "file">,
  say: Say,
): Promise<LoadoutBill | undefined> {
  if (await findRunningDaemon()) return countByRunning(frozen);
  if (!frozen.model) return undefined;
  printAside(say("loadout.counting"));
  try {
    const connection = await joinOrStart({ flags: { loadout: file, port: "0" }, say });
    try {
      const report = await connection.own?.modelReady();
      if (report?.failure) printAside(say(`error.${report.failure.code}`, report.failure.params ?? {}));
      return (await connection.client.call("billLoadout", { body: { frozen } })).bill;
    } finally {
      await connection.close("at-once");
    }
  } catch (error) {
    const { code, params } = failureOf(error);
    printAside(say(`error.${code}`, params));
    return undefined;
  }
}

/** By the daemon that runs, if its model is the loadout's or the loadout names none. */
export async function countByRunning(frozen: FrozenLoadout): Promise<LoadoutBill | undefined> {
  const running = await findRunningDaemon();
  if (!running) return undefined;
  const { settings } = await running.client.call("settings");
  if (!isModelOf(frozen, new Map(settings.map(({ key, value }) => [key, value])))) return undefined;
  return (await running.client.call("billLoadout", { body: { frozen } })).bill;
}

function isModelOf({ model = {} }: FrozenLoadout, inUse: ReadonlyMap<string, unknown>): boolean {
  const { path, url, host } = model;
  const named = [["model.path", path] as const, ["model.url", url] as const, ["model.host", host] as const];
  return named.every(([key, value]) => value === undefined || inUse.get(key) === value);
}
