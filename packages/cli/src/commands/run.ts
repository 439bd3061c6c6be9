import { passOver } from "@kestrel/diagnostics";
import type { Frame, OpBody, SessionEvent, SessionSummary, TurnId } from "@kestrel/protocol";
import { newOpId } from "@kestrel/server/client";
import { emptySession, evolve, type SessionState } from "@kestrel/session-state";
import { type Flags, UsageError } from "../arguments.ts";
import { folderOfWork } from "../daemon/folder-of-work.ts";
import { FollowedSession, type SessionWatcher } from "../daemon/followed-session.ts";
import { type Connection, joinOrStart } from "../daemon/join-or-start.ts";
import { asWished, modeOf, namedSession, newSession } from "../daemon/pick-session.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { CommandFailure, failureOf } from "../failure-of.ts";
import { folderOf } from "../machine/folder-of.ts";
import { standardInput } from "../machine/standard-input.ts";
import { clientWork, untilAskedToStop } from "../machine/until-asked-to-stop.ts";
import { elsewhereLine } from "../models/elsewhere-line.ts";
import { autoHere } from "../permissions/auto-here.ts";
import { ApprovalAnswers } from "../run/answer-approvals.ts";
import { approvalRuleOf, linesLikePatterns } from "../run/approval-rule.ts";
import { memoryLines, offeredIn } from "../run/memory-lines.ts";
import { askedAgain, type OutputSchema, readOutputSchema, withSchema } from "../run/output-schema.ts";
import { readTask } from "../run/read-task.ts";
import type { RunResult } from "../run/run-lines.ts";
import { resultOf, unstarted } from "../run/run-result.ts";
import { type RunStart, runStart } from "../run/run-start.ts";
import { RunView } from "../run/run-view.ts";
import { schemaVersion } from "../run/schema-version.ts";
import { unaskedLine } from "../run/unasked-line.ts";
import { answers, asks, callIn, callsThatAsk } from "../session-lines/call-in.ts";
import { endSentence } from "../session-lines/end-sentence.ts";
import { samplingOfFlags } from "../settings/sampling-words.ts";
import { printAnswer, printAside, printJson } from "../terminal/print.ts";
import { RewritableLine } from "../terminal/rewritable-line.ts";
import { canRewrite, paintFor } from "../terminal/style.ts";
import { sayUntrusted, trustHere } from "../trust/trust-of-run.ts";
import type { CommandInput } from "./command.ts";

/** `kestrel run`: runs one task. The answer goes to standard output, everything else to standard error. */
export async function run(input: CommandInput): Promise<ExitCode> {
  const { flags } = input;
  try {
    return await prepared(input);
  } catch (error) {
    if ((flags.json || flags.jsonl) && !(error instanceof UsageError)) {
      printJson(unstarted(failureOf(error)));
    }
    throw error;
  }
}

async function prepared(input: CommandInput): Promise<ExitCode> {
  const { words, flags, say } = input;
  if (flags.json && flags.jsonl)
    throw new UsageError(say("usage.either", { one: "--json", other: "--jsonl" }));
  const rule = approvalRuleOf(flags, say);
  for (const value of linesLikePatterns(rule)) printAside(say("run.allowPattern", { value }));
  const mode = modeOf(flags);
  const bounds = { seconds: boundOf(flags, "timeout", say), steps: boundOf(flags, "max-steps", say) };
  const sampling = samplingOfFlags(flags, say);
  const file = flags["output-schema"];
  const form = file === undefined ? undefined : await readOutputSchema(file, say);
  const here = await folderOf(flags);
  const person = process.stdin.isTTY === true && canRewrite(process.stderr, process.env);
  const task = await readTask(
    words,
    input.input ?? standardInput(() => printAside(say("run.waitsForInput"))),
    say,
  );

  const stop = new AbortController();
  const asked = askedToEnd(stop);
  const stopped = once(stop.signal);
  const interrupt = () => process.emit("SIGINT");
  // Standard output is closed. The first failed write stops the turn; further ones are ignored.
  process.stdout.once("error", interrupt).on("error", () => undefined);
  const connection = await joinOrStart({ flags, say });
  const folder = await folderOfWork(connection, here, flags);
  let began = false;
  // The model is checked while the session opens.
  const looked = modelReady(connection, input);
  looked.catch(() => undefined); // expected: it is awaited below
  try {
    const named = await namedSession(connection, flags, folder, say);
    const start = await runStart(task, { ...surroundings(connection, named, folder), say });
    if (flags.trust && !named) await trustHere(connection, folder, input);
    const session = named
      ? await asWished(connection, named, { mode, sampling })
      : await newSession(connection, {
          ...{ folder, folderNamed: flags.folder !== undefined, mode, sampling },
        });
    const elsewhere = named || flags.quiet ? undefined : elsewhereLine(await connection.engineStatus(), say);
    if (elsewhere !== undefined) printAside(elsewhere);
    const judgedAs = rule.asAuto ? "auto" : session.mode;
    const auto = flags.quiet ? undefined : await autoHere(connection.client, judgedAs, say);
    if (auto !== undefined) printAside(auto);
    const ready = await Promise.race([looked, stopped]);
    if (ready === undefined || ready.failure) {
      // The session is still empty.
      if (!named) await connection.client.call("removeSession", { params: { id: session.id }, body: {} });
      if (ready?.failure) throw new CommandFailure(ready.failure.code, ready.failure.params);
      return exitCodes.interrupted;
    }
    if (!named && !flags.quiet && !flags.trust) await sayUntrusted(connection, folder, input);
    const lines = new RewritableLine(flags.quiet ? silence : process.stderr, process.env);
    const paint = paintFor(process.stderr, process.env);
    // `--quiet` hides the progress, but not a question.
    const asking = flags.quiet ? new RewritableLine(process.stderr, process.env) : lines;
    const approvals = new ApprovalAnswers({ rule, person, lines: asking, say, paint, interrupt });
    const view = new RunView({ lines, say, paint });
    asked.onHangUp(async () => {
      const { streams = 0 } = await connection.client.call("status");
      // Another attached client continues the turn and answers its questions.
      if (streams > ownStreams) approvals.leave();
      else stop.abort();
    });
    began = true;
    return await ran(connection, session, {
      ...{
        input,
        start: form ? withSchema(start, form) : start,
        form,
        stop: stop.signal,
        approvals,
        view,
        bounds,
      },
    });
  } finally {
    // A daemon that was started for this run, but not used, is stopped.
    await connection.close(began ? undefined : "as-found");
  }
}

type RunLimit = NonNullable<RunResult["limit"]>;

/** A limit set by a flag. Throws UsageError unless it is a whole number from 1 on. */
function boundOf(flags: Flags, flag: RunLimit, say: CommandInput["say"]): number | undefined {
  const value = flags[flag];
  if (value !== undefined && !/^[1-9]\d{0,5}$/.test(value))
    throw new UsageError(say("usage.value", { flag: `--${flag}`, value, expected: "1 … 999999" }));
  return value === undefined ? undefined : Number(value);
}

/** Event streams of this process: its presence, and its session. */
const ownStreams = 2;

/** The callable names, and the state of the named session. */
function surroundings({ client }: Connection, named: SessionSummary | undefined, folder: string) {
  return {
    names: async () => {
      const body = { workspace: named?.workspace ?? folder };
      return (await client.call("listInvocables", { body })).names;
    },
    state: async () => {
      if (!named) return undefined;
      const { events } = await client.call("readLog", { params: { id: named.id } });
      return events.reduce(evolve, emptySession);
    },
  };
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** Signals: Ctrl+C stops the turn, SIGTERM ends the process, SIGHUP calls the `onHangUp` handler. */
function askedToEnd(stop: AbortController) {
  let hungUp = async () => stop.abort();
  void untilAskedToStop(8_000, ["SIGTERM"], clientWork).then(() => stop.abort());
  process.on("SIGINT", () => (stop.signal.aborted ? process.exit(exitCodes.interrupted) : stop.abort()));
  process.on("SIGHUP", () => void hungUp().catch(() => stop.abort())); // expected: the daemon is gone
  // Writes to a closed terminal fail.
  process.stderr.on("error", () => undefined);
  return {
    onHangUp: (then: () => Promise<void>) => {
      hungUp = then;
    },
  };
}

const silence = { write: () => true };

/** Whether the model answers. With a daemon that was already running, the turn itself reports it. */
async function modelReady({ started, client, older, pid }: Connection, { flags, say }: CommandInput) {
  if (!started) {
    if (older && !flags.quiet) printAside(say("daemon.older", { pid }));
    // The others were reported where that daemon was started.
    const { notices } = flags.quiet ? { notices: [] } : await client.call("status");
    for (const { code, params } of notices)
      if (code === "settings_changed" || code === "settings_broken")
        printAside(say(`notice.${code}`, params));
    return { failure: undefined };
  }
  const report = await started.modelReady;
  if (!flags.quiet) {
    for (const { code, params } of started.notices) printAside(say(`notice.${code}`, params));
    const { notice, named, label } = report;
    if (notice) printAside(say(named ? `model.${notice}` : "model.standsIn", { label }));
  }
  return report;
}

type Run = {
  input: CommandInput;
  start: RunStart;
  form: OutputSchema | undefined;
  stop: AbortSignal;
  approvals: ApprovalAnswers;
  view: RunView;
  bounds: { seconds: number | undefined; steps: number | undefined };
};

async function ran(
  connection: Connection,
  { id, workspace, turns }: SessionSummary,
  run: Run,
): Promise<ExitCode> {
  const { input, start, form, stop, approvals, view, bounds } = run;
  const { jsonl } = input.flags;
  let opId = newOpId();
  let turn: TurnId | undefined;
  let limit: RunLimit | undefined;
  let steps = 0;
  let ended = (_: SessionState) => {};
  const event = (logged: SessionEvent, state: SessionState) => {
    const { body } = logged;
    // Events before our op's acceptance are not ours: the daemon answers after the log.
    if (body.type === "turn.started" && body.opId === opId) turn ??= body.turnId;
    if (turn === undefined || ("turnId" in body && body.turnId !== turn)) return;
    if (jsonl) printJson({ type: "event", ...logged });
    view.event(logged, state);
    if (body.type === "request.sent" && ++steps > (bounds.steps ?? steps)) reach("max-steps");
    if (asks(body)) {
      const [call] = callsThatAsk(state).filter(({ callId }) => "callId" in body && callId === body.callId);
      if (call) approvals.asked(session, call);
    } else if (answers(body)) approvals.settled(body.digest);
    else if (body.type === "crew.job" && body.callId) {
      const call = callIn(state, body.callId);
      if (call?.review) approvals.reviewed(call);
    } else if (body.type === "turn.ended") ended(state);
  };
  const watcher: SessionWatcher = {
    event,
    frame: (frame) => {
      if (jsonl && turn !== undefined && isDelta(frame) && frame.turnId === turn) printJson(frame);
      view.frame(frame);
    },
    reachable: (yes) => view.reachable(yes),
  };
  const session = new FollowedSession(connection, id, watcher, turns > 0);
  const cancel = () => void session.ask({ type: "cancel" }).catch(passOver("cancelling a turn"));
  const reach = (which: RunLimit) => {
    limit ??= which;
    cancel();
  };
  /** Sends one op and waits for the end of its turn. */
  const turnOf = async (op: OpBody): Promise<SessionState> => {
    opId = newOpId();
    turn = undefined;
    const end = new Promise<SessionState>((resolve) => (ended = resolve));
    const accepted = await session.ask(op, opId);
    // The message may join a turn that another client began.
    turn = accepted.turnId ?? turn;
    // A stop before the turn began had no effect, so cancel now.
    if (stop.aborted || limit !== undefined) cancel();
    stop.addEventListener("abort", cancel);
    return Promise.race([end, session.lost]);
  };
  const timer = bounds.seconds && setTimeout(() => reach("timeout"), bounds.seconds * 1000);
  try {
    await session.caughtUp;
    if (jsonl) printJson({ type: "session", schema: schemaVersion, session: id, workspace });
    for (const op of start.before) await session.ask(op);
    let state = await turnOf(start.op);
    let result = judged(resultOf(id, turn ?? "", state), form);
    if (form && result.outputProblem !== undefined && limit === undefined && !stop.aborted) {
      const text = askedAgain(result.outputProblem);
      state = await turnOf({ type: "send-message", text, answerSchema: form.schema });
      result = judged(resultOf(id, turn ?? "", state, result.turn), form);
    }
    result = await offeredIn(connection.client, result);
    const isLimited = limit !== undefined && result.reason === "cancelled";
    const exitCode = printResult(
      isLimited ? { ...result, limit, exitCode: exitCodes.limit } : result,
      state,
      input,
    );
    if (!input.flags.quiet) {
      const lines = await memoryLines(connection.client, result.memory, input.say);
      for (const line of [...lines, input.say("run.session", { id: result.session })]) printAside(line);
    }
    return exitCode;
  } finally {
    clearTimeout(timer);
    approvals.close();
    session.close();
    if (approvals.unused.trim() !== "") printAside(input.say("run.unused", { words: approvals.unused }));
  }
}

function isDelta(frame: Frame) {
  return frame.type === "text" || frame.type === "reasoning" || frame.type === "tool-output";
}

/** Checks the answer of a completed turn against the schema. */
function judged(result: RunResult, form: OutputSchema | undefined): RunResult {
  if (!form || result.reason !== "done") return result;
  const read = form.read(result.answer);
  const misfits = "outputProblem" in read && result.exitCode === exitCodes.done;
  return { ...result, ...read, ...(misfits && { exitCode: exitCodes.unfinished }) };
}

/** Prints the result in the requested format. */
function printResult(result: RunResult, { timeline }: SessionState, { flags, say }: CommandInput): ExitCode {
  const last = timeline.last;
  const { limit, output, outputProblem } = result;
  const why = limit
    ? say("run.limit", { flag: `--${limit}`, value: flags[limit] ?? "" })
    : last?.kind === "end"
      ? endSentence(last, say)
      : undefined;
  if (why !== undefined) printAside(why);
  if (outputProblem !== undefined)
    printAside(say("run.misfit", { file: flags["output-schema"] ?? "", why: outputProblem }));
  if (flags.json || flags.jsonl) printJson(result);
  else if (output !== undefined) printAnswer(JSON.stringify(output));
  else if (result.answer !== "") printAnswer(result.answer);
  const unasked = flags.quiet ? undefined : unaskedLine(result.turn, timeline, say);
  if (unasked !== undefined) printAside(unasked);
  return result.exitCode;
}
