import { setTimeout as wait } from "node:timers/promises";
import { findRunningDaemon } from "@kestrel/app/find-daemon";
import { passOver } from "@kestrel/diagnostics";
import type { Mode } from "@kestrel/protocol";
import { asOneMessage, readSlash, type SlashCommand } from "@kestrel/session-state";
import type { Connection } from "../daemon/join-or-start.ts";
import { shortId } from "../daemon/pick-session.ts";
import { type ExitCode, exitCodeOf, exitCodes } from "../exit-codes.ts";
import { CommandFailure, failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { clientWork, untilAskedToStop } from "../machine/until-asked-to-stop.ts";
import { modelLines } from "../models/model-lines.ts";
import { autoHere } from "../permissions/auto-here.ts";
import { failureLine } from "../session-lines/failure-line.ts";
import { personLines } from "../session-lines/transcript-lines.ts";
import type { Keystroke } from "../terminal/keyboard.ts";
import { callByName } from "./call-by-name.ts";
import { offerModels } from "./choose-model.ts";
import { Dialogue } from "./dialogue.ts";
import { doSlashCommand } from "./do-slash-command.ts";
import { draftTeller } from "./draft-teller.ts";
import { flagsToGoOn } from "./flags-to-go-on.ts";
import { type Asked, type Begun, joinFor } from "./join-for.ts";
import { LinesInOrder } from "./lines-in-order.ts";
import { isGone, lostLines } from "./lost-lines.ts";
import { beginsWithPicture } from "./named-pictures.ts";
import { NamesHere } from "./names-here.ts";
import { OwnCommands, ownCommandIn } from "./own-command.ts";
import { pickFolder } from "./pick-folder.ts";
import { RegainDaemon } from "./regain-daemon.ts";
import type { SlashContext } from "./slash-context.ts";
import type { Surface } from "./surface.ts";
import { terminalSettings } from "./terminal-settings.ts";
import { TrustTalk } from "./trust-talk.ts";

/** Commands that need no session, and answers to the question on the screen when they were typed. */
const atOnce: ReadonlySet<SlashCommand> = new Set(["help", "model", "status", "trust", "answer"]);

/** A dialogue with the daemon, until the user leaves. */
export async function converse(input: Asked, begun: Begun): Promise<ExitCode> {
  const { words, flags, say } = input;
  const { surface, paint, early } = begun;
  const reached = await joinFor(input, begun);
  if (reached === undefined) return exitCodes.done;
  const { connection, mode, sampling, here, named } = reached;
  const asksForFolder = named === undefined && flags.folder === undefined && early !== undefined;
  const picked = asksForFolder ? await pickFolder(here, { surface, say }) : undefined;
  // A session stays in its own folder, wherever it is resumed.
  const folder = named?.workspace ?? picked ?? here;
  begun.place.folder = folder;
  const dialogue = new Dialogue({
    connection,
    surface,
    say,
    paint,
    wish: {
      folder,
      folderNamed: picked !== undefined || (flags.folder !== undefined && folder === here),
      mode,
      sampling,
    },
  });
  // Requested now: a daemon that is gone cannot answer.
  let goOn = "";
  const settled = connection.client.call("settings").then(
    ({ settings }) => {
      goOn = flagsToGoOn(settings);
      const wanted = terminalSettings(settings);
      surface.configure?.(wanted);
      dialogue.statusParts = wanted.status;
    },
    () => undefined, // expected: the daemon is gone, which is reported where its session is followed
  );
  // Lines that wait at an early prompt are printed in the colours of the settings.
  if (early) await settled;
  try {
    const left = new Promise<ExitCode>((resolve) => {
      /** Set while the daemon is gone: on leaving, reports the unsent messages. */
      let endLost: (() => void) | undefined;
      const leaveInPeace = leaver({ dialogue, surface, say, connection }, resolve);
      const leave = () => void (endLost ?? leaveInPeace)();
      const trust = new TrustTalk({ client: connection.client, surface, say, paint, folder });
      const desk: SlashContext = { connection, dialogue, surface, say, paint, folder, trust, leave };
      const lines = new LinesInOrder();
      const daemon = new RegainDaemon({ connection, dialogue, surface, say, paint });
      dialogue.onLost = async (error, wanted) => {
        const { pid } = connection;
        const { draft } = surface;
        const end = (other?: number) => {
          const waiting = [...dialogue.unsent, ...lines.waiting, ...dialogue.queuedAfter, surface.draft];
          // Ctrl+C, which leaves, clears the line first.
          const isLeft = !waiting.some((text) => text.includes(draft));
          const unsent = [...waiting, ...(isLeft ? [draft] : [])].filter((text) => text.trim() !== "");
          surface.print(
            lostLines(error, {
              pid,
              other,
              unsent,
              flags: goOn,
              session: sessionOf(dialogue),
              say,
              paint,
            }).join("\n"),
          );
          resolve(exitCodeOf(other === undefined ? failureOf(error).code : "daemon_unreachable"));
        };
        const isFollowed = isGone(error) && !surface.byLine;
        const first = endLost === undefined;
        endLost ??= () => end();
        if (!isFollowed) {
          if (first) end(await otherDaemon(pid));
          return false;
        }
        const isBack = await daemon.regain(wanted).catch(() => undefined); // expected: the lines say how to go on
        if (isBack === undefined) end(connection.pid);
        else if (isBack) endLost = undefined;
        return isBack === true;
      };
      connection.onEnd = () =>
        void dialogue.lost(new CommandFailure("daemon_unreachable", { url: connection.address.baseUrl }));
      dialogue.onModelChanged = () =>
        surface.byLine || surface.draft !== "" || offerModels(desk).catch(passOver("offering models"));
      begun.greet();
      const events = eventsOf(desk, lines, (atOnce) => {
        if (endLost) return endLost();
        const failed = (error: unknown) => surface.tell(failureLine(error, say, paint));
        void leaveInOrder(desk, lines, atOnce ? 0 : patience).catch(failed);
      });
      surface.open(events);
      dialogue.marked();
      const talk = { surface, say, dialogue };
      const greeted = greetModel(connection, talk).catch(passOver("greeting"));
      // A line about the daemon does not land inside an answer. A model that loads is not waited for.
      if (!connection.started) void lines.command(() => greeted);
      if (flags.resume === "")
        lines.command(() => doSlashCommand(desk, "resume", "")).catch(passOver("resuming"));
      if (named)
        lines.command(() => dialogue.resume(named)).catch((error: unknown) => void dialogue.lost(error));
      const first = words.join(" ");
      events.entered(first, () => surface.print(personLines(first, paint).join("\n")));
      early?.handOver(events, surface.draft);
      void greeted
        .then(() => greetMode(connection, mode ?? named?.mode, talk))
        .then(() => (named ? undefined : trust.greet()))
        // A lost daemon is noticed where its session is followed.
        .catch(passOver("greeting"));
      process.once("SIGHUP", () => resolve(exitCodes.interrupted));
      void untilAskedToStop(8_000, ["SIGTERM"], clientWork).then(() => resolve(exitCodes.interrupted));
    });
    return await left;
  } finally {
    dialogue.close();
    surface.close();
    await connection.close();
  }
}

/** The process id of this user's current daemon, when it differs from `pid`. */
async function otherDaemon(pid: number): Promise<number | undefined> {
  const running = await findRunningDaemon().catch(passOver("looking for a daemon"));
  return running?.pid === pid ? undefined : running?.pid;
}

/** Turns the surface's events into messages for the model, commands, or answers. */
function eventsOf(desk: SlashContext, lines: LinesInOrder, leave: (atOnce?: boolean) => void) {
  const { dialogue, surface, say, paint } = desk;
  const known = new NamesHere(() => ({
    client: desk.connection.client,
    workspace: dialogue.state?.workspace ?? desk.folder,
  }));
  const tell = draftTeller(
    () => desk.connection.client,
    () => dialogue.state,
  );
  const failed = (error: unknown) => surface.tell(failureLine(error, say, paint));
  const workspace = () => dialogue.state?.workspace ?? desk.folder;
  const ownCommands = new OwnCommands({ surface, say, workspace });
  const help = helpByCommand(say("repl.help"));
  const entered = (line: string, show: () => void) => {
    if (dialogue.answered(line) || line.trim() === "") return;
    const own = surface.byLine ? undefined : ownCommandIn(line);
    const read = beginsWithPicture(line)
      ? { kind: "words" as const, text: line }
      : readSlash(/^[?？]$/.test(line.trim()) ? "/help" : line);
    // A message for the running turn is shown above the line until the model has it.
    const isQueued = !own && read.kind === "words" && (dialogue.queues || lines.waiting.length > 0);
    if (!isQueued) show();
    if (own) return void ownCommands.run(own).catch(failed);
    // Messages wait for earlier commands, never for the model.
    if (read.kind === "words") {
      const { text } = read;
      return lines.words(
        text,
        () => dialogue.say(ownCommands.withResults(text), isQueued ? show : undefined),
        () => surface.putBack(text),
      );
    }
    if (read.kind === "unknown") {
      const { written, suggestion } = read;
      const key = suggestion === undefined ? "repl.unknown" : "repl.unknownNear";
      const unknown = () => surface.tell(say(key, { written, suggestion: `/${suggestion}` }));
      const call = async () => ((await callByName(desk, line)) ? undefined : unknown());
      return void lines.command(call).catch(failed);
    }
    const run = () => doSlashCommand(desk, read.command, read.argument);
    if (read.command === "exit") return leave();
    (atOnce.has(read.command) ? run() : lines.command(run)).catch(failed);
  };
  return {
    entered,
    pressed: (stroke: Keystroke, line: string) => dialogue.pressed(stroke, line),
    interrupt: () => {
      if (ownCommands.stop()) return true;
      const stopped = dialogue.interrupt();
      const waiting = stopped ? lines.takeWaiting() : [];
      if (waiting.length > 0) surface.putBack(asOneMessage(waiting));
      return stopped;
    },
    takeBack: () => dialogue.takeBack(),
    helpFor: (line: string) => help.get(/^\/[a-z]+/.exec(line)?.[0] ?? ""),
    paths: async () =>
      (await desk.connection.client.call("listPaths", { body: { workspace: workspace() } })).paths,
    enteredAfter: (text: string) => dialogue.sayAfter(text),
    nextMode: () => {
      const { mode = "ask" } = dialogue.wished;
      const next = modesInTurn[(modesInTurn.indexOf(mode) + 1) % modesInTurn.length] ?? "ask";
      dialogue.setMode(next).catch(failed);
    },
    goBack: () => dialogue.state && entered("/rewind", () => undefined),
    showAll: () => dialogue.showAll(),
    working: () => dialogue.working,
    leave,
    complete: (line: string) => known.complete(line),
    typed: (text: string, whole: boolean) => {
      if (text.startsWith("/")) known.look();
      tell(text, whole);
    },
  };
}

/** The modes of Shift+Tab. `auto` has to be named: `/mode auto`. */
const modesInTurn: readonly Mode[] = ["ask", "edits", "plan"];

/** The help text of each command. */
const helpByCommand = (text: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from(
      text.matchAll(/^ {2}(\/[a-z]+)(?: \S.*?)? {2,}(\S.*)$|^ {2}(\/[a-z]+ \S+) (\S.*)$/gm),
      (row) => [row[1] ?? (row[3] ?? "").split(" ")[0] ?? "", row[2] ?? row[4] ?? ""],
    ),
  );

/** Leaving waits at most this long for the lines before it. Milliseconds. */
const patience = 5_000;

/** Leaves when the earlier lines are done. Reports messages that were not accepted in that time. */
async function leaveInOrder(
  { surface, say, leave, dialogue }: SlashContext,
  lines: LinesInOrder,
  longest: number,
): Promise<void> {
  await Promise.race([lines.over(), wait(longest, undefined, { ref: false })]);
  for (const text of [...lines.unsent, ...dialogue.queuedAfter]) surface.tell(say("repl.notSent", { text }));
  leave();
}

const sessionOf = ({ state }: Dialogue) => state?.sessionId;

type Leaving = {
  connection: Connection;
  dialogue: Dialogue;
  surface: Surface;
  say: Say;
};

/** Leaves. Running work in the daemon continues. */
function leaver(
  { dialogue, surface, say, connection }: Leaving,
  done: (code: ExitCode) => void,
): () => Promise<void> {
  return async () => {
    if (dialogue.working) surface.tell(say("repl.goesOn"));
    const whole = sessionOf(dialogue);
    if (whole !== undefined) {
      const listed = connection.client.call("listSessions").catch(passOver("looking for a short id"));
      const answer = await Promise.race([listed, wait(longestLook, undefined, { ref: false })]);
      const id = answer ? shortId(answer.sessions, whole) : whole;
      surface.tell(say("repl.goOnHow", { id, flags: "" }));
    }
    done(exitCodes.done);
  };
}

/** Leaving waits at most this long for a shorter session id. Milliseconds. */
const longestLook = 300;

/** Reports once the effect of `auto` without an active sandbox. */
async function greetMode(
  { client, usualMode }: Connection,
  asked: Mode | undefined,
  { surface, say, dialogue }: Omit<Leaving, "connection">,
): Promise<void> {
  const usual = await usualMode();
  dialogue.wished.usual = usual;
  dialogue.marked();
  const without = await autoHere(client, asked ?? usual, say);
  if (without !== undefined) surface.tell(without);
}

/** Reports which model answers, or why none does. */
async function greetModel(
  { started, client, older, engineStatus }: Connection,
  { surface, say, dialogue }: Omit<Leaving, "connection">,
): Promise<void> {
  if (!started) {
    const { engine, pid, notices } = await client.call("status");
    const lines = [say("repl.joined", { pid, label: engine.label ?? "–" })];
    const { traits, label = "" } = engine.model ?? {};
    if (traits?.notice) lines.push(say(`models.${traits.notice}`, { label }));
    for (const { code, params } of notices) lines.push(say(`notice.${code}`, params));
    if (older) lines.push(say("daemon.older", { pid }));
    return surface.tell(lines.join("\n"));
  }
  surface.hint(say("phase.loading"));
  const report = await started.modelReady;
  if (!dialogue.working) surface.hint("");
  for (const { code, params } of started.notices) surface.tell(say(`notice.${code}`, params));
  if (report.failure) surface.tell(say(`error.${report.failure.code}`, report.failure.params));
  else {
    // Only for a small window: which setting limits it. Not from the status, which opens the index of sessions.
    const small = report.limits.length > 0;
    const [{ settings }, engine] = small
      ? await Promise.all([client.call("settings"), engineStatus()])
      : [{ settings: [] }, undefined];
    const model = { ...report, window: engine?.model?.window };
    surface.tell(modelLines(model, say, started.configFile, settings).join("\n"));
  }
}
