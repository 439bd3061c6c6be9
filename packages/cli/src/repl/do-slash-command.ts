import { type SayAny, sandboxSentence, shownEngineState } from "@kestrel/i18n";
import { Mode, type SessionSummary } from "@kestrel/protocol";
import { askSession, doWorktreeCommand } from "@kestrel/server/client";
import {
  changingTurns,
  emptySession,
  planSlash,
  type SlashCommand,
  type SlashPlan,
} from "@kestrel/session-state";
import { looksBack } from "@kestrel/session-state/tail";
import { estimateTokens } from "@kestrel/text";
import { UsageError } from "../arguments.ts";
import { sessionCalled, sessionsByAge, shortId } from "../daemon/pick-session.ts";
import { limitLine } from "../models/model-lines.ts";
import { aheadLines } from "../session-lines/ahead-lines.ts";
import { reusedSentence } from "../session-lines/cache-lines.ts";
import { cacheReport } from "../session-lines/cache-report.ts";
import { contextLines } from "../session-lines/context-lines.ts";
import { grouped } from "../session-lines/phase-sentence.ts";
import { samplingLine, samplingTable } from "../session-lines/sampling-lines.ts";
import { titleTable } from "../session-lines/session-table.ts";
import { worktreeLines } from "../session-lines/worktree-lines.ts";
import { samplingChangeIn } from "../settings/sampling-words.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { chooseModel, offerModels } from "./choose-model.ts";
import { doSlashPlan } from "./do-slash-plan.ts";
import { managePermissions } from "./manage-permissions.ts";
import { pickMessage, pickReach, pickSession } from "./pick-place.ts";
import { showCrew } from "./show-crew.ts";
import { showJobs } from "./show-jobs.ts";
import { loadoutOfSession, showLoadouts } from "./show-loadouts.ts";
import { showLoops } from "./show-loops.ts";
import { showMemory } from "./show-memory.ts";
import { showHelpers, showHooks, showPrompts, showServers, showSkills, showWeb } from "./show-reach.ts";
import type { SlashContext } from "./slash-context.ts";
import { copyAnswer, exportHere, rename, showChanges } from "./take-away.ts";

/** Sessions that `/resume` lists: by number, and in the searchable list. */
const offered = 9;
const mostSearched = 200;

type Show = Extract<SlashPlan, { kind: "show" }>;

/** What a terminal shows in its own way. */
const shows: Readonly<
  Record<Show["what"], (context: SlashContext, argument: string) => void | Promise<void>>
> = {
  help: ({ surface, say }) => surface.tell(say("repl.help")),
  new: ({ dialogue, surface, say }) => {
    dialogue.reset();
    surface.tell(say(dialogue.wished.now.continues === undefined ? "repl.new" : "repl.newContinues"));
  },
  resume,
  rewind,
  rename,
  copy: copyAnswer,
  diff: showChanges,
  export: exportHere,
  init: ({ dialogue, say }) => void dialogue.say(say("init.message")),
  mode: showModes,
  model: showModel,
  loadout: showLoadouts,
  sampling,
  system: systemText,
  context: showContext,
  "undo-list": showUndoList,
  permissions,
  trust: ({ trust, dialogue }, argument) => trust.asked(argument, dialogue.state !== undefined),
  remember: showMemory("remember"),
  forget: showMemory("forget"),
  memory: showMemory("memory"),
  status: showStatus,
  crew: showCrew,
  jobs: showJobs,
  loop: showLoops,
  worktree: async ({ connection, dialogue, surface, say, folder }, argument) => {
    const answer = await doWorktreeCommand(connection.client, argument, dialogue.state?.workspace ?? folder);
    surface.tell(worktreeLines(answer, say, "/worktree").join("\n"));
  },
  skills: showSkills,
  prompts: showPrompts,
  mcp: showServers,
  web: showWeb,
  hooks: showHooks,
  helpers: showHelpers,
  exit: (context) => context.leave(),
};

/** Runs a slash command. Rejects with the daemon's error. */
export async function doSlashCommand(
  context: SlashContext,
  command: SlashCommand,
  argument: string,
): Promise<void> {
  if (looksBack.has(command)) await context.dialogue.whole();
  const plan = planSlash(context.dialogue.state ?? emptySession, command, argument);
  if (plan.kind === "fork" && argument === "" && !context.surface.byLine) {
    const { say } = context;
    const picked = await pickMessage(context, say("repl.forkMark"), say("repl.forkAll"));
    if (picked) await doSlashPlan(context, picked === "end" ? plan : { kind: "fork", turn: picked.turnId });
  } else if (plan.kind === "show") await shows[plan.what](context, plan.argument);
  else await doSlashPlan(context, plan);
}

async function resume(context: SlashContext, argument: string): Promise<void> {
  const { connection, surface, say, folder } = context;
  const all = await sessionsByAge(connection.client);
  const here = all
    .filter(({ workspace, turns, parent }) => workspace === folder && turns > 0 && !parent)
    .slice(0, surface.byLine ? offered : mostSearched);
  if (argument === "") {
    if (here.length === 0) return void surface.tell(say("session.noneHere", { folder }));
    const rows = titleTable(here, {
      say,
      columns: (process.stdout.columns ?? 80) - 4,
      home: process.env.HOME,
    });
    if (surface.byLine)
      return void surface.tell(
        [...rows.map((row, at) => `${at + 1}  ${row}`), say("repl.resumeHow")].join("\n"),
      );
    const picked = await pickSession(context, here, rows);
    return picked && goOn(context, picked, all);
  }
  const chosen: SessionSummary = here[Number(argument) - 1] ?? sessionCalled(all, argument);
  await goOn(context, chosen, all);
}

async function goOn(
  { dialogue, surface, say, paint }: SlashContext,
  chosen: SessionSummary,
  all: readonly SessionSummary[],
): Promise<void> {
  await dialogue.resume(chosen);
  surface.tell(paint("dim", say("repl.resumed", { id: shortId(all, chosen.id), count: chosen.turns })));
}

/** `/rewind`: choose a message, then whether the conversation, the files or both are restored to before it. */
async function rewind(context: SlashContext): Promise<void> {
  const { connection, dialogue, surface, say } = context;
  if (surface.byLine) return surface.tell(say("slash.rewind.how"));
  if (dialogue.working) return surface.tell(say("error.session_busy"));
  const picked = await pickMessage(context, say("rewind.mark"));
  const reach = picked && (await pickReach(context));
  const id = dialogue.state?.sessionId;
  if (!picked || picked === "end" || !reach || id === undefined) return;
  const { turnId: turn, text } = picked;
  if (reach === "files") await askSession(connection.client, id, { type: "undo", target: { to: turn } });
  else dialogue.edit(text, { turn, ...(reach === "both" && { files: true as const }) });
}

function showModes({ dialogue, surface, say }: SlashContext, argument: string): void {
  if (argument !== "") {
    const expected = Mode.options.join(" | ");
    throw new UsageError(say("usage.value", { flag: "/mode", value: argument, expected }));
  }
  const modes = alignColumns(Mode.options.map((one) => [`  ${one}`, say(`mode.${one}.text`)]));
  surface.tell([say("repl.modeHow", { mode: dialogue.wished.mode ?? "ask" }), ...modes].join("\n"));
}

function showUndoList({ dialogue, surface, say }: SlashContext): void {
  const turns = dialogue.state ? changingTurns(dialogue.state) : [];
  const lines = turns.map(({ turn, files, undone }) =>
    say(undone ? "repl.undoneTurn" : "repl.changingTurn", { turn, count: files }),
  );
  surface.tell(lines.length === 0 ? say("error.nothing_to_undo") : lines.join("\n"));
}

async function permissions(
  { connection, dialogue, surface, say, folder }: SlashContext,
  argument: string,
): Promise<void> {
  const { client } = connection;
  const { state } = dialogue;
  const { mode = "ask" } = dialogue.wished;
  const revoke = (grant: { digest: string } | { rule: string }) => dialogue.wished.revoke(grant);
  surface.tell(await managePermissions({ client, state, folder, mode, say, revoke }, argument));
}

async function showModel(context: SlashContext, argument: string): Promise<void> {
  if (argument !== "") return chooseModel(context, argument);
  const { connection, dialogue, surface, say } = context;
  const engine = await connection.engineStatus(dialogue.state ?? { accepted: dialogue.wished.model });
  const { model, label } = engine;
  const lines = [
    say("repl.model", {
      label: model?.label ?? label ?? "–",
      state: say(`engine.state.${shownEngineState(engine)}`),
    }),
  ];
  if (model) lines.push(say("repl.modelServer", { server: model.server }));
  if (model?.window !== undefined) lines.push(say("repl.modelWindow", { window: grouped(model.window) }));
  const drawn = Object.entries(model?.sampling ?? {}).map(([name, value]) => `${name} ${value}`);
  if (drawn.length > 0) lines.push(say("repl.modelSampling", { drawn: drawn.join(", ") }));
  if (model?.traits?.notice) lines.push(say(`models.${model.traits.notice}`, { label: model.label }));
  const { settings } = await connection.client.call("settings");
  const { window = 0, trainedWindow = 0 } = model ?? {};
  const more = trainedWindow > window && { more: String(Math.min(16_384, trainedWindow)) };
  for (const limit of model?.limits ?? []) lines.push(limitLine(limit, { window, ...more }, say, settings));
  if (engine.failure) lines.push(say(`error.${engine.failure.code}`, engine.failure.params));
  surface.tell(lines.join("\n"));
  await offerModels(context);
}

async function sampling(
  { connection, dialogue, surface, say }: SlashContext,
  argument: string,
): Promise<void> {
  if (argument !== "") {
    await dialogue.wished.setSampling(samplingChangeIn(argument, say));
    // An open session reports it when it is in its log.
    if (dialogue.state) return;
    return void surface.tell(samplingLine(dialogue.wished.sampling ?? {}, say));
  }
  const [{ settings }, { engine }] = await Promise.all([
    connection.client.call("settings"),
    connection.client.call("status"),
  ]);
  surface.tell(
    samplingTable({ session: dialogue.wished.sampling, settings, server: engine.model?.sampling }, say),
  );
}

/** The user's part of the system prompt: can be set before the session begins, shown at any time. */
function systemText({ dialogue, surface, say }: SlashContext, argument: string): void {
  const { wished, state } = dialogue;
  if (argument !== "" && state) return void surface.tell(say("system.fixed"));
  if (argument !== "") wished.setSystemText(argument === "reset" ? "" : argument, say);
  const text = wished.systemText;
  surface.tell(text ? say("system.is", { count: estimateTokens(text), text }) : say("system.none"));
}

async function showContext({ connection, dialogue, surface, say }: SlashContext): Promise<void> {
  const { state } = dialogue;
  if (!state) return void surface.tell(say("slash.noSession"));
  const { turns, calls, compactions } = state;
  const counts = say("repl.contextCounts", {
    turns: say("count.turns", { count: turns }),
    calls: say("count.calls", { count: calls }),
    madeRoom: say("count.madeRoom", { count: compactions }),
  });
  const { sum } = cacheReport(state);
  const reused = sum.requests > 0 ? [reusedSentence(sum, say)] : [];
  const engine = await connection.engineStatus(state);
  const shown = { columns: process.stdout.columns, loaded: engine.model?.window };
  const lines = contextLines(state, say, shown);
  const ahead = aheadLines(await connection.client.call("ahead"), say);
  surface.tell([...lines, ...reused, ...ahead, counts].join("\n"));
}

async function showStatus({ connection, dialogue, surface, say, folder }: SlashContext): Promise<void> {
  const { version, pid, notices } = await connection.client.call("status");
  const { sandbox } = await connection.client.call("sandbox");
  const { state } = dialogue;
  const engine = await connection.engineStatus(state ?? { accepted: dialogue.wished.model });
  const whose = say("repl.joinedDaemon");
  surface.tell(
    [
      say("repl.statusDaemon", { version, url: connection.address.baseUrl, pid, whose }),
      say("repl.statusModel", {
        label: engine.label ?? "–",
        state: say(`engine.state.${shownEngineState(engine)}`),
      }),
      say("repl.statusFolder", { folder: state?.workspace ?? folder, mode: dialogue.wished.mode ?? "ask" }),
      sandboxSentence(sandbox, say as SayAny),
      state?.sessionId === undefined
        ? say("slash.noSession")
        : say("repl.statusSession", { id: state.sessionId, count: state.turns }),
      ...(state?.loadout ? [loadoutOfSession(state.loadout, say)] : []),
      ...notices.map(({ code, params }) => say(`notice.${code}`, params)),
    ].join("\n"),
  );
}
