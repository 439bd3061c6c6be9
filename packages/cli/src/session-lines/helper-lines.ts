import { builtInDescription, type SayAny } from "@kestrel/i18n";
import type { ListedHelpers } from "@kestrel/protocol/api";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { alignColumns } from "../terminal/align-columns.ts";

/** The subagents of new sessions: purpose and permissions. */
export function helperLines({ helpers, problems, folder }: ListedHelpers, say: Say): string[] {
  const rows = helpers.map(({ name, from, mode, steps, tools, description, hint }) => [
    `  ${name}`,
    say(`reach.from.${from}`),
    say("helpers.facts", {
      mode,
      count: steps,
      tools: tools.join(", "),
      ...(hint && { role: say(`crew.role.${hint}`) }),
    }),
    visibleName(builtInDescription("helper", { name, from, description }, say as SayAny)).slice(0, 60),
  ]);
  return [
    ...(helpers.length === 0 ? [say("helpers.none", { folder })] : alignColumns(rows)),
    ...problems.map(({ file, why }) => `  ${say(`helpers.problem.${why}`, { file })}`),
    ...(helpers.length === 0 ? [] : [say("helpers.folder", { folder })]),
  ].map((line) => line.trimEnd());
}
