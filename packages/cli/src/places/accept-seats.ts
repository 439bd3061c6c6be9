import { type LoadoutPlaces, namedPlaces } from "@kestrel/app/places";
import type { LeavingSeat } from "@kestrel/session-state";
import { visibleName } from "@kestrel/text";
import type { Flags } from "../arguments.ts";
import { CommandFailure } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { printAsideAtWords } from "../terminal/print.ts";
import { withAsciiHost } from "./with-ascii-host.ts";

type Asked = { file: string; seats: readonly LeavingSeat[]; flags: Pick<Flags, "accept">; say: Say };

/**
 * Lists what an imported loadout would send where, one line per seat, and asks for a yes: at a terminal, or beforehand with
 * `--accept`. A yes is stored. Throws `place_unaccepted` otherwise.
 */
export async function acceptSeats(
  { file, seats, flags, say }: Asked,
  places: Pick<LoadoutPlaces, "accept">,
): Promise<void> {
  if (seats.length === 0) return;
  printAsideAtWords(
    [say("loadout.leaves", { file }), ...seats.map((seat) => seatLine(seat, say))].join("\n"),
  );
  const answer = flags.accept === true ? "yes" : await answered(say);
  if (answer !== "yes")
    throw new CommandFailure(
      "place_unaccepted",
      { file, ...namedPlaces(seats) },
      { left: answer === "left" },
    );
  await places.accept(seats.map(({ url, key }) => ({ url, ...(key !== undefined && { key }) })));
  printAsideAtWords(say("loadout.accepted"));
}

function seatLine({ seat, url, key }: LeavingSeat, say: Say): string {
  const facts = { role: say(`crew.role.${seat}`), url: visibleName(withAsciiHost(url)) };
  return `  ${say("loadout.leaves.seat", key === undefined ? facts : { ...facts, key: visibleName(key) })}`;
}

async function answered(say: Say): Promise<"yes" | "no" | "left"> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return "no";
  const { askLines, GivenUp } = await import("../terminal/ask-lines.ts");
  const lines = askLines(process.stderr);
  try {
    await lines.quiet();
    return /^(y|yes|是|好)$/i.test(await lines.ask(say("loadout.ask.accept"))) ? "yes" : "no";
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    // The cursor is still on the question's line.
    process.stderr.write("\n");
    return "left";
  } finally {
    lines.close();
  }
}
