import type { HookAnswer, HookTrial, ListedHooks } from "@kestrel/protocol/api";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { oneLine } from "../terminal/one-line.ts";

/** Characters of a command in its line. */
const longest = 60;

/** The active hooks: event, command, and last result since the daemon started. */
export function hookLines({ hooks, problems, file, plugins }: ListedHooks, say: Say): string[] {
  const rows = hooks.map(({ name, on, tool, command, from, denied, failed, asked }) => [
    `  ${visibleName(name).slice(0, longest)}`,
    say(`hooks.stage.${on}`),
    tool ?? "",
    say(`hooks.from.${from}`),
    command === name ? "" : oneLine(command).slice(0, longest),
    asked > 0 ? say("hooks.counts", { asked, denied, failed }) : "",
  ]);
  return [
    ...(hooks.length === 0 ? [say("hooks.none", { file, plugins })] : alignColumns(rows)),
    ...hooks.flatMap(({ last }) => (last ? [`  ${answerLine(last, say)}`] : [])),
    ...problems.map(({ what, detail }) => `  ${say("hooks.problem", { what, detail })}`),
  ].map((line) => line.trimEnd());
}

/** A hook's result, in one line. */
export function answerLine({ hook, said, text, report }: HookAnswer, say: Say): string {
  return say(`hooks.said.${said}`, {
    name: visibleName(hook),
    ...(text !== "" && { detail: oneLine(text) }),
    ...(report !== undefined && { report }),
  });
}

export function trialLines(name: string, { answers, durationMs }: HookTrial, say: Say): string[] {
  const said = answers.map((answer) => answerLine(answer, say));
  return [
    ...(said.length > 0 ? said : [say("hooks.silent", { name })]),
    say("hooks.took", { ms: durationMs }),
  ];
}
