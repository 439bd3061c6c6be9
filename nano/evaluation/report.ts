import { quantile } from "../../test/bench/row.ts";
import type { EngineMemory } from "../../test/models/nano-model.ts";
import type { Played } from "./run-tasks.ts";
import { groupsOf, verdictsOn } from "./summary.ts";

/** Tables for people: what passed by skill, what that is worth against the targets, how quick, how large. */
export function reportOf(played: readonly Played[], memory: EngineMemory | undefined): string {
  const tallies = groupsOf(played).map(({ what, tally }) => {
    const { total, passed, folder, calls, says, ranOn } = tally;
    return [what, `${passed}/${total}`, percent(passed / total), ...[folder, calls, says, ranOn].map(String)];
  });
  const verdicts = verdictsOn(played).map(({ what, share, least, kept, total }) => [
    what,
    percent(share),
    `≥ ${percent(least)}`,
    kept ? "kept" : "BROKEN",
    `of ${total}`,
  ]);
  const times = [
    ["first word", played.flatMap(({ outcome }) => outcome.firstWords)],
    ["first word or call", played.flatMap(({ outcome }) => outcome.firstSigns)],
  ] as const;
  const timed = times.map(([what, seconds]) => [
    what,
    `median ${quantile(seconds, 0.5).toFixed(2)} s`,
    `p95 ${quantile(seconds, 0.95).toFixed(2)} s`,
    `${seconds.length} turns`,
  ]);
  const large = memory && [
    ["engine memory", `${memory.now.toFixed(0)} MiB`, `peak ${memory.peak.toFixed(0)} MiB`],
  ];
  return [
    aligned([["", "passed", "", "folder", "calls", "says", "ran on"], ...tallies]),
    aligned(verdicts),
    aligned([...timed, ...(large ?? [])]),
  ].join("\n\n");
}

/** What a task that was not passed was about, and where it went wrong. */
export function failureLines({ task, outcome }: Played): string {
  const { folder, calls, says, ranOn, ended, made, reply } = outcome;
  const last = made.at(-1);
  const wrong = [
    !folder && "folder",
    !calls && "calls",
    !says && "words",
    ranOn && "ran on",
    ended !== "done" && ended,
  ]
    .filter(Boolean)
    .join(", ");
  return [
    `${task.id} (${task.language} ${task.skill}): ${wrong}`,
    ...task.turns.map(({ user }) => `  user: ${user}`),
    ...task.turns
      .flatMap((turn) => turn.calls)
      .map((call) => `  wanted: ${call.tool} ${JSON.stringify(call.with)}`),
    `  calls: ${made.map(({ tool }) => tool).join(" ") || "none"}`,
    ...(last ? [`  last: ${last.tool} ${JSON.stringify(last.given)} → ${last.outcome}`] : []),
    `  reply: ${reply.slice(0, 300)}`,
  ].join("\n");
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function aligned(lines: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(width(column)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
