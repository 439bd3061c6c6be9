import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { EventOf, OpBody, SessionEvent } from "@kestrel/protocol";
import { allowOnce, bodiesOf, followSession, type TestSession } from "../../test/daemon/follow-session.ts";
import { type TestDaemon, writeFiles } from "../../test/daemon/run-daemon.ts";
import type { Task, TaskTurn } from "../src/tasks/task.ts";
import { contentOf, folderIs } from "./folder-as-wanted.ts";
import { callsIn, type MadeCall, madeAsAsked, repliesIn } from "./judge-turn.ts";
import { declinesIn, runsOn } from "./judge-words.ts";
import { copyProject } from "./project-folder.ts";

export type TaskOutcome = {
  /**
   * The folder is as wanted, the calls were made, and the turns came to their own end. Beyond the former tasks the words count
   * too, and no reply may run on.
   */
  passed: boolean;
  folder: boolean;
  calls: boolean;
  /** Whether each turn named what it must, before a reminder or after, or declined as it must. */
  says: boolean;
  /** Whether a reply went in circles or was longer than anything there is to tell. */
  ranOn: boolean;
  /** How the last turn that was begun ended. */
  ended: string;
  /** Of each turn: seconds from the message to the first word of the assistant, and to the first word or call. */
  firstWords: number[];
  firstSigns: number[];
  made: MadeCall[];
  reply: string;
};

/** A model that goes on for so long is stopped; the turn is lost. */
const turnLimitMs = 60_000;

/** Gives the task to the daemon's model, in a session and a folder of its own, and looks what came of it. */
export async function runTask(daemon: TestDaemon, task: Task): Promise<TaskOutcome> {
  const workspace = await mkdtemp(join(daemon.folder, "task-"));
  if (task.project !== undefined) await copyProject(task.project, workspace);
  await writeFiles(workspace, task.files);
  const before = await contentOf(workspace);
  const opened = await daemon.client.call("openSession", { body: { workspace } });
  const session = followSession(daemon, opened.session.id);
  const turns: PlayedTurn[] = [];
  try {
    // What is on the air is only heard from here on.
    await session.untilFrame(({ type }) => type === "snapshot");
    for (const turn of task.turns) {
      const played = await playTurn(session, turn);
      turns.push(played);
      if (played.ended !== "done") break;
    }
    const folder = await folderIs(workspace, before, task.changes);
    const all = turns.length === task.turns.length;
    const calls = all && turns.every((one) => one.calls);
    const ended = turns.at(-1)?.ended ?? "not begun";
    const says = all && turns.every((one) => one.says);
    const ranOn = turns.some((one) => one.ranOn);
    return {
      passed: folder && calls && ended === "done" && (task.set === "former" || (says && !ranOn)),
      folder,
      calls,
      says,
      ranOn,
      ended,
      firstWords: turns.flatMap(({ firstWord }) => (firstWord === undefined ? [] : [firstWord])),
      firstSigns: turns.flatMap(({ firstSign }) => (firstSign === undefined ? [] : [firstSign])),
      made: turns.flatMap(({ made }) => made),
      reply: turns.at(-1)?.reply ?? "",
    };
  } finally {
    session.leave();
    await rm(workspace, { recursive: true, force: true });
  }
}

type PlayedTurn = {
  calls: boolean;
  says: boolean;
  ranOn: boolean;
  ended: string;
  firstWord?: number;
  firstSign?: number;
  made: MadeCall[];
  reply: string;
};

async function playTurn(session: TestSession, turn: TaskTurn): Promise<PlayedTurn> {
  const heard = session.frames.length;
  const logged = session.lastSeq();
  const sentAt = performance.now();
  const elapsed = () => (performance.now() - sentAt) / 1000;
  let firstWord: number | undefined;
  let firstCall: number | undefined;
  const hearing = [
    session
      .untilFrame((frame) => frame.type === "text" && session.frames.indexOf(frame) >= heard)
      .then(() => {
        firstWord = elapsed();
      }),
    session.until("tool.requested", logged).then(() => {
      firstCall = elapsed();
    }),
  ];
  // A turn may well be without words or without calls.
  for (const one of hearing) one.catch(() => undefined);
  const limit = setTimeout(() => session.send({ type: "cancel" }).catch(() => undefined), turnLimitMs);
  const events = await session
    .turn(turn.user, turn.denies === true ? denied : allowOnce)
    .finally(() => clearTimeout(limit));
  const signs = [firstWord, firstCall].filter((sign) => sign !== undefined);
  return {
    ...judged(turn, events),
    firstWord,
    firstSign: signs.length === 0 ? undefined : Math.min(...signs),
  };
}

function judged(turn: TaskTurn, events: readonly SessionEvent[]) {
  const made = callsIn(events);
  const replies = repliesIn(events);
  const spoken = replies.join("\n");
  const declined = made.length === 0 && declinesIn(replies);
  return {
    calls: madeAsAsked(turn, made),
    says: turn.says.every((words) => spoken.includes(words)) && (turn.declines !== true || declined),
    ranOn: replies.some(runsOn),
    ended: bodiesOf(events, "turn.ended").at(-1)?.reason ?? "never",
    made,
    reply: replies.at(-1) ?? "",
  };
}

const denied = ({ callId, digest }: EventOf<"approval.requested">): OpBody => ({
  type: "deny",
  callId,
  digest,
});
