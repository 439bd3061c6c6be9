import { ExamQuestion, type ModelProfile, usualToolsDialect } from "@kestrel/protocol/api";
import { joinOrStart } from "../daemon/join-or-start.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { Say } from "../i18n/say.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { print, printAside, printJson } from "../terminal/print.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel probe`: tests the model's capabilities once and stores the results. Answered questions are not repeated. */
export async function probe({ flags, say }: CommandInput): Promise<ExitCode> {
  const connection = await joinOrStart({ flags, say });
  try {
    const { engine } = await connection.client.call("status");
    // Only our own engine saves its slot where it can be removed again.
    const questions = ExamQuestion.options.filter(
      (question) => question !== "restore" || engine.source === "self",
    );
    let { profile } = await connection.client.call("probeModel", { body: {} });
    const before = profile.tools;
    for (const question of questions) {
      if (isAnswered(profile, question)) continue;
      printAside(say(`probe.question.${question}`));
      ({ profile } = await connection.client.call("probeModel", { body: { question } }));
    }
    const open = questions.filter((question) => !isAnswered(profile, question));
    if (flags.json) printJson({ schema: schemaVersion, profile });
    else print(profileLines(profile, say).join("\n"));
    if (profile.tools !== before) printAside(say("probe.tools.next"));
    if (open.length > 0) printAside(say("probe.open", { questions: open.join(", ") }));
    return exitCodes.done;
  } finally {
    await connection.close("as-found");
  }
}

function isAnswered({ calls, reuse, edits, slot_restore }: ModelProfile, question: ExamQuestion): boolean {
  return { call: calls, growth: reuse, edit: edits, restore: slot_restore }[question] !== undefined;
}

function profileLines(
  { model, server, window, speed, slot_restore, ...rest }: ModelProfile,
  say: Say,
): string[] {
  const words = (["reasoning", "reuse", "calls", "grammar", "edits"] as const).flatMap((name) => {
    const value = rest[name];
    return value === undefined ? [] : [say(`probe.${name}`, { value })];
  });
  return [
    say("probe.model", { model, server }),
    ...(window === undefined ? [] : [say("probe.window", { window })]),
    ...(speed === undefined ? [] : [say("probe.speed", speed)]),
    ...(rest.template_file === undefined ? [] : [say("probe.template", { file: rest.template_file })]),
    ...words,
    ...toolsLine(rest, say),
    ...(slot_restore === undefined ? [] : [restoreLine(slot_restore, rest.slot_count, say)]),
  ];
}

function toolsLine(
  { tools, tools_dialect: dialect = usualToolsDialect }: Partial<ModelProfile>,
  say: Say,
): string[] {
  if (tools === undefined) return [];
  return [tools === "text" ? say("probe.tools.text", { dialect }) : say("probe.tools.native")];
}

function restoreLine(works: boolean, count: ModelProfile["slot_count"], say: Say): string {
  const value = String(works);
  return count === undefined
    ? say("probe.restore", { value })
    : say("probe.restore.counted", { value, ...count });
}
