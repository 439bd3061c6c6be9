import { Mode, type SessionSummary } from "@kestrel/protocol";
import type { Connection } from "../daemon/join-or-start.ts";
import { sessionCalled, sessionsByAge } from "../daemon/pick-session.ts";
import type { Say } from "../i18n/say.ts";
import { grouped } from "../session-lines/phase-sentence.ts";
import { sessionTable } from "../session-lines/session-table.ts";
import { statusLine } from "../session-lines/status-line.ts";
import type { Paint } from "../terminal/style.ts";
import type { Dialogue } from "./dialogue.ts";
import type { SlashCommand } from "./slash-command.ts";
import type { Surface } from "./surface.ts";

export type Desk = {
  connection: Connection;
  dialogue: Dialogue;
  surface: Surface;
  say: Say;
  paint: Paint;
  folder: string;
  leave(): void;
};

/** Sessions that `/resume` offers. */
const offered = 9;

/** Does what a slash command asks. Rejects with what the daemon refuses. */
export async function doSlashCommand(desk: Desk, command: SlashCommand, argument: string): Promise<void> {
  const { surface, say, dialogue } = desk;
  switch (command) {
    case "help":
      return void surface.print(say("repl.help"));
    case "new":
      dialogue.reset();
      return void surface.print(say("repl.new"));
    case "resume":
      return resume(desk, argument);
    case "mode":
      return setMode(desk, argument);
    case "model":
      return showModel(desk);
    case "context":
      return showContext(desk);
    case "status":
      return showStatus(desk);
    case "answer":
      if (!(await dialogue.answerNow())) surface.print(say("repl.notThinking"));
      return;
    case "exit":
      return desk.leave();
    default:
      command satisfies never;
  }
}

async function resume(desk: Desk, argument: string): Promise<void> {
  const { connection, dialogue, surface, say, paint, folder } = desk;
  const all = await sessionsByAge(connection.client);
  const here = all.filter(({ workspace, turns }) => workspace === folder && turns > 0).slice(0, offered);
  if (argument === "") {
    if (here.length === 0) return void surface.print(say("session.noneHere", { folder }));
    const rows = sessionTable(here, {
      say,
      columns: (process.stdout.columns ?? 80) - 4,
      home: process.env.HOME,
    });
    return void surface.print(
      [...rows.map((row, at) => `${at + 1}  ${row}`), say("repl.resumeHow")].join("\n"),
    );
  }
  const chosen: SessionSummary = here[Number(argument) - 1] ?? sessionCalled(all, argument);
  await dialogue.resume(chosen);
  surface.print(paint("dim", say("repl.resumed", { id: chosen.id, turns: chosen.turns })));
}

async function setMode({ dialogue, surface, say }: Desk, argument: string): Promise<void> {
  const mode = Mode.safeParse(argument);
  if (mode.success) return dialogue.setMode(mode.data);
  surface.print(say("repl.modeHow", { mode: dialogue.mode ?? "ask" }));
}

async function showModel({ connection, surface, say }: Desk): Promise<void> {
  const { engine } = await connection.client.call("status");
  const { model, state, label } = engine;
  const lines = [
    say("repl.model", { label: model?.label ?? label ?? "–", state: say(`engine.state.${state}`) }),
  ];
  if (model) lines.push(say("repl.modelServer", { server: model.server }));
  if (model?.window !== undefined) lines.push(say("repl.modelWindow", { window: grouped(model.window) }));
  const drawn = Object.entries(model?.sampling ?? {}).map(([name, value]) => `${name} ${value}`);
  if (drawn.length > 0) lines.push(say("repl.modelSampling", { drawn: drawn.join(", ") }));
  if (model?.demo) lines.push(say("models.demo", { label: model.label }));
  for (const limit of model?.limits ?? []) lines.push(say(`model.limit.${limit}`));
  if (engine.failure) lines.push(say(`error.${engine.failure.code}`, engine.failure.params));
  surface.print(lines.join("\n"));
}

function showContext({ dialogue, surface, say }: Desk): void {
  const { state } = dialogue;
  if (!state) return void surface.print(say("repl.noSession"));
  const figures = statusLine(state, undefined, say);
  const { turns, calls, compactions } = state;
  const counts = say("repl.contextCounts", { turns, calls, compactions });
  surface.print(figures === "" ? counts : `${figures}\n${counts}`);
}

async function showStatus({ connection, dialogue, surface, say, folder }: Desk): Promise<void> {
  const { version, pid, engine } = await connection.client.call("status");
  const { state } = dialogue;
  const whose = connection.own ? say("repl.ownDaemon") : say("repl.joinedDaemon");
  surface.print(
    [
      say("repl.statusDaemon", { version, url: connection.address.baseUrl, pid, whose }),
      say("repl.statusModel", { label: engine.label ?? "–", state: say(`engine.state.${engine.state}`) }),
      say("repl.statusFolder", { folder: state?.workspace ?? folder, mode: dialogue.mode ?? "ask" }),
      state?.sessionId === undefined
        ? say("repl.noSession")
        : say("repl.statusSession", { id: state.sessionId, turns: state.turns }),
    ].join("\n"),
  );
}
