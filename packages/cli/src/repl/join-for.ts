import { passOver } from "@kestrel/diagnostics";
import type { Mode, Sampling, SessionSummary } from "@kestrel/protocol";
import type { Flags } from "../arguments.ts";
import { folderOfWork } from "../daemon/folder-of-work.ts";
import { type Connection, joinOrStart } from "../daemon/join-or-start.ts";
import { modeOf, namedSession } from "../daemon/pick-session.ts";
import type { Say } from "../i18n/say.ts";
import { samplingOfFlags } from "../settings/sampling-words.ts";
import type { Paint } from "../terminal/style.ts";
import type { EarlyKeys } from "./early-keys.ts";
import type { Surface } from "./surface.ts";

/** The command line of a dialogue. */
export type Asked = { words: readonly string[]; flags: Flags; say: Say };

/** The terminal before the daemon is joined. */
export type Begun = {
  surface: Surface;
  paint: Paint;
  /** The folder whose history the line has. */
  place: { folder: string };
  /** Set when the prompt is already drawn. */
  early: EarlyKeys | undefined;
  greet(): void;
};

type Reached = {
  connection: Connection;
  mode: Mode | undefined;
  sampling: Sampling | undefined;
  here: string;
  named: SessionSummary | undefined;
};

/**
 * Joins the daemon, or starts one. Undefined when the user left meanwhile. When it rejects, a prompt drawn early is erased, and the lines
 * entered there are printed as unsent.
 */
export async function joinFor(input: Asked, begun: Begun): Promise<Reached | undefined> {
  const { surface, early } = begun;
  let reached: Reached | undefined;
  try {
    reached = await joined(input, begun);
  } catch (error) {
    for (const text of early?.unsent ?? []) surface.tell(input.say("repl.notSent", { text }));
    throw error;
  } finally {
    if (early && !reached) surface.close();
  }
  return reached;
}

async function joined({ flags, say }: Asked, { surface, place, early }: Begun): Promise<Reached | undefined> {
  const mode = modeOf(flags);
  const sampling = samplingOfFlags(flags, say);
  const lend = (ask: () => Promise<void>) => (early ? surface.outside(ask) : ask());
  const joining = joinOrStart({ flags, say, lend });
  const connection = await (early ? Promise.race([joining, early.left]) : joining);
  if (connection === undefined) {
    joining.then(({ close }) => close("as-found")).catch(passOver("leaving before the daemon was joined"));
    return undefined;
  }
  const here = await folderOfWork(connection, place.folder, flags);
  const named = await namedSession(connection, flags, here, say).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  return { connection, mode, sampling, here, named };
}
