import type { FoundLoadout, ImportedLoadout } from "@kestrel/app/loadouts";
import { builtInDescription, type SayAny, seatSentences } from "@kestrel/i18n";
import type {
  CheckedLoadout,
  CrewSeat,
  FrozenLoadout,
  ListedLoadout,
  LoadoutBill,
  LoadoutDifference,
  LoadoutExcess,
  RefusedSeat,
} from "@kestrel/protocol/api";
import { seatPlace } from "@kestrel/session-state";
import { visibleName, visibleText } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { grouped } from "../session-lines/phase-sentence.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import type { FromNextStart } from "./as-daemon-has.ts";

/** The shelf, one loadout per line. */
export function shelfTable(
  all: readonly ((FoundLoadout | ListedLoadout) & FromNextStart)[],
  folder: string,
  say: Say,
): string[] {
  if (all.length === 0) return [say("loadout.none", { folder })];
  return alignColumns(
    all.map((one) => [
      one.inForce ? "*" : " ",
      visibleName(one.name),
      [...marksOf(one, say), ...(sendsElsewhere(frozenOf(one)) ? [say("loadout.crewElsewhere")] : [])].join(
        ", ",
      ),
      visibleName(
        one.failure
          ? say(`error.${one.failure.code}`, one.failure.params ?? {})
          : builtInDescription(
              "loadout",
              { ...one, description: frozenOf(one)?.metadata.description ?? "" },
              say as SayAny,
            ),
      ),
    ]),
  );
}

function frozenOf(one: FoundLoadout | ListedLoadout): FrozenLoadout | undefined {
  return ("found" in one ? one.found : "checked" in one ? one.checked : undefined)?.frozen;
}

const sendsElsewhere = (frozen: FrozenLoadout | undefined) =>
  frozen?.crew.some(({ model }) => seatPlace(model).elsewhere !== undefined) ?? false;

function marksOf(
  {
    inForce,
    from,
    imported,
    fromNextStart,
  }: Pick<ListedLoadout, "inForce" | "from" | "imported"> & FromNextStart,
  say: Say,
) {
  return [
    ...(inForce ? [say("loadout.inForce")] : []),
    ...(fromNextStart ? [say("loadout.fromNextStart")] : []),
    ...(from === "kestrel" ? [say("loadout.fromKestrel")] : []),
    ...(imported ? [say("loadout.isImported")] : []),
  ];
}

type Checked = CheckedLoadout & {
  refused?: readonly RefusedSeat[];
  from?: ListedLoadout["from"] | undefined;
};

/** A loadout's cost, its crew, what is missing, and whether it is within its budgets. Estimates are marked `~`. */
export function checkLines(
  { digest, frozen, bill, problems, excess, refused = [], from }: Checked,
  say: Say,
): string[] {
  const { name, version } = frozen.metadata;
  const own = frozen.metadata.description;
  const description = own && builtInDescription("loadout", { name, from, description: own }, say as SayAny);
  return [
    visibleName([name, version, description].filter((part) => part !== undefined).join(" · ")),
    ...billLines(bill, say),
    ...leftOutLine(bill, say),
    ...frozen.crew.map((seat) => seatLine(seat, say)),
    ...seatSentences(frozen.crew, refused, say as SayAny),
    ...problems.map((problem) => say("loadout.problem", { ...problem })),
    excess ? excessLine(excess, bill, say) : say("loadout.fits"),
    ...(bill.exact ? [] : [say("loadout.estimated")]),
    say("loadout.digest", { digest }),
  ];
}

/** A seat's model, and the data that leaves this machine for it. */
function seatLine({ role, model }: CrewSeat, say: Say): string {
  const { elsewhere, key } = seatPlace(model);
  const named = model.name ?? model.path ?? model.url ?? model.host;
  const parts = [
    `${say(`crew.role.${role}`)}: ${visibleName(String(named))}`,
    ...(elsewhere === undefined ? [] : [say("crew.elsewhere", { url: elsewhere })]),
    ...(key === undefined ? [] : [say("crew.key", { key })]),
  ];
  return `  ${parts.join(", ")}`;
}

function billLines({ parts, total, limit, exact }: LoadoutBill, say: Say): string[] {
  const shown = parts.filter(({ tokens }) => tokens > 0);
  const number = (tokens: number) => `${exact ? "" : "~"}${grouped(tokens)}`;
  const width = Math.max(...shown.map(({ tokens }) => number(tokens).length), number(total).length);
  const row = (words: string, tokens: number, most: number | undefined, more = "") => [
    `  ${words}`,
    number(tokens).padStart(width),
    [more, most === undefined ? "" : say("loadout.of", { limit: grouped(most) })]
      .filter((part) => part !== "")
      .join(", "),
  ];
  return alignColumns([
    ...shown.map(({ part, tokens, limit: most, lines }) =>
      row(
        say(`loadout.part.${part}`),
        tokens,
        most,
        lines === undefined ? "" : say("loadout.lines", { count: lines }),
      ),
    ),
    row(say("loadout.total"), total, limit),
  ]);
}

function leftOutLine({ total, sent }: LoadoutBill, say: Say): string[] {
  if (sent === undefined) return [];
  return [say("loadout.leavesOut", { total: grouped(total), sent: grouped(sent) })];
}

/** The part that exceeds its budget, with the calculation. */
function excessLine({ part, tokens, limit, dearest }: LoadoutExcess, bill: LoadoutBill, say: Say): string {
  const mark = bill.exact ? "" : "~";
  const numbers = {
    tokens: mark + grouped(tokens),
    limit: grouped(limit),
    over: mark + grouped(tokens - limit),
  };
  if (part !== "window") return say("loadout.excess.part", { ...numbers, part: say(`loadout.part.${part}`) });
  return say("loadout.excess.window", {
    ...numbers,
    window: grouped(bill.window ?? 0),
    part: say(`loadout.part.${dearest ?? "kestrel"}`),
  });
}

/** Differences, before and after, cut to one line each. */
export function differenceLines(differences: readonly LoadoutDifference[]): string[] {
  return differences.flatMap(({ key, before, after }) => [
    visibleName(key),
    ...(before === undefined ? [] : [`  - ${short(before)}`]),
    ...(after === undefined ? [] : [`  + ${short(after)}`]),
  ]);
}

/** Longest value in a comparison. UTF-16 units. */
const longestShown = 160;

function short(value: string): string {
  const line = visibleText(value).replaceAll("\n", " ⏎ ");
  return line.length > longestShown ? `${line.slice(0, longestShown)} …` : line;
}

export function wishLines(wishes: ImportedLoadout["wishes"], say: Say): string[] {
  return wishes.map(({ kind, value }) => `  ${say(`loadout.wish.${kind}`, { value: visibleName(value) })}`);
}
