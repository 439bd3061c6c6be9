import { findRunningDaemon } from "@kestrel/app/find-daemon";
import type { LoadoutsWithoutDaemon, ReadLoadout } from "@kestrel/app/loadouts";
import { namedPlaces } from "@kestrel/app/places";
import type {
  CheckedLoadout,
  CrewSeat,
  FrozenLoadout,
  LoadoutBill,
  LoadoutModel,
  RefusedSeat,
} from "@kestrel/protocol/api";
import type { DaemonClient } from "@kestrel/server/client";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { printAsideAtWords } from "../terminal/print.ts";

type Wish = { say: Say; estimate: boolean };

/** Results from the loadout's own model: its tokens, and the crew seats left empty. */
type Counted = { bill: LoadoutBill; refused: readonly RefusedSeat[] };

/** Reads a loadout and counts its tokens. */
export async function checkLoadout(
  here: LoadoutsWithoutDaemon,
  loadout: ReadLoadout,
  { say, estimate }: Wish,
): Promise<CheckedLoadout & { refused: readonly RefusedSeat[] }> {
  const { frozen, digest, problems } = loadout;
  const counted = estimate ? undefined : await countWithModel(loadout, say);
  const bill = counted?.bill ?? (await here.estimate(frozen));
  const refused = counted?.refused ?? refusedUnseen(frozen);
  const excess = here.excess(bill);
  return { digest, frozen, problems: [...problems], bill, refused, ...(excess && { excess }) };
}

/**
 * Counts with the running daemon, if its model is the loadout's or the loadout names none. When none runs, starts a daemon that counts
 * with the loadout's own model. Undefined when neither can, or that model does not load. A loadout that is not on the user's shelf sends
 * no text or key before it is accepted. Until then its model is used only when it is a file on this machine.
 */
async function countWithModel(
  { frozen, file, isTheirs, unaccepted }: Pick<ReadLoadout, "frozen" | "file" | "isTheirs" | "unaccepted">,
  say: Say,
): Promise<Counted | undefined> {
  if (await findRunningDaemon()) return countByRunning(frozen);
  if (!frozen.model) return undefined;
  const { path, url, host } = frozen.model;
  const elsewhere = !isTheirs && path === undefined ? [{ url: String(url ?? host) }] : [];
  const unasked = unaccepted.length > 0 ? unaccepted : elsewhere;
  if (unasked.length > 0) {
    printAsideAtWords(say("loadout.unasked", namedPlaces(unasked)));
    return undefined;
  }
  printAsideAtWords(say("loadout.counting"));
  try {
    const connection = await joinOrStart({ flags: { loadout: file, port: "0" }, say });
    try {
      const report = await connection.started?.modelReady;
      if (report?.failure)
        printAsideAtWords(say(`error.${report.failure.code}`, report.failure.params ?? {}));
      return await countedBy(connection.client, frozen);
    } finally {
      await connection.close("as-found");
    }
  } catch (error) {
    const { code, params } = failureOf(error);
    printAsideAtWords(say(`error.${code}`, params));
    return undefined;
  }
}

/** Counts with the running daemon, if its model is the loadout's or the loadout names none. */
async function countByRunning(frozen: FrozenLoadout): Promise<Counted | undefined> {
  const running = await findRunningDaemon();
  if (!running) return undefined;
  const { settings } = await running.client.call("settings");
  if (!isModelOf(frozen, new Map(settings.map(({ key, value }) => [key, value])))) return undefined;
  return countedBy(running.client, frozen);
}

async function countedBy(client: DaemonClient, frozen: FrozenLoadout): Promise<Counted> {
  const [{ bill }, { refused }] = await Promise.all([
    client.call("billLoadout", { body: { frozen } }),
    client.call("refusedSeats", { body: { crew: frozen.crew } }),
  ]);
  return { bill, refused };
}

/** Seats that are empty by the file alone: those that name the lead's own model. */
function refusedUnseen({ model: lead, crew }: FrozenLoadout): RefusedSeat[] {
  const why = ({ role }: CrewSeat) => (role === "librarian" ? "no_embeddings" : "not_ready");
  return crew
    .filter(({ model }) => lead && isSamePlace(model, lead))
    .map((seat) => ({ role: seat.role, why: why(seat) }));
}

function isSamePlace(one: LoadoutModel, other: LoadoutModel): boolean {
  return ["path", "url", "host", "name"].every((key) => one[key] === other[key]);
}

function isModelOf({ model = {} }: FrozenLoadout, inUse: ReadonlyMap<string, unknown>): boolean {
  const { path, url, host } = model;
  const named = [["model.path", path] as const, ["model.url", url] as const, ["model.host", host] as const];
  return named.every(([key, value]) => value === undefined || inUse.get(key) === value);
}
