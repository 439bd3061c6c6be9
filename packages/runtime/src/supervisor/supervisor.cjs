"use strict";
/**
 * Runs one program that must not outlive the daemon. Started as `node supervisor.cjs`, it exchanges lines of JSON on
 * file descriptor 3, a pipe that the daemon holds:
 *
 * - first the daemon sends `{file, args, folder, environment, mark, errors, processes, watched}`; later it may send `{signal}`,
 *   `{hold: true}`, which is answered with `{held: whether all of them are stopped}`, and `{hold: false}`, which continues them;
 * - the supervisor answers `{started: pid}`, then `{exited: code}` or `{signalled: name}`, or `{failed: detail}`, or
 *   `{crowded: count}` when all were ended for exceeding `processes`; if `watched`, `{left: lines}` with the command lines of
 *   remaining processes, which were ended;
 * - end of file means that the daemon ended or stopped it: the whole process group is killed at once.
 *
 * The program inherits 0 as its input, 4 as its output, and 5 (or 4 again) for its errors, so nothing is copied.
 * It runs in a new session, without a terminal. Its environment has KESTREL_CHILD=<mark>, by which
 * processes that left the group are found on Linux.
 */
const { spawn } = require("node:child_process");
const { closeSync, readdirSync, readFileSync, writeFileSync } = require("node:fs");
const { Socket } = require("node:net");
const { setPriority } = require("node:os");

/** Milliseconds for a child of the program that still writes its last line, as `tee` in a process substitution does. */
const graceMs = 200;
/** Milliseconds. A fork bomb makes ten thousand processes a second on two cores; a check costs 20 µs. */
const countMs = 25;

/** Milliseconds after which a process that waits in the kernel, for the disk or a stopped child, counts as stopped. */
const settledMs = 200;
const patienceMs = 2_000;
/** Command lines reported of remaining processes, and the characters of each. */
const mostTold = 20;
const longestTold = 300;

let program;
let watched = false;
let mark = "";
/** The stopped processes, by id, and whether each was stopped before. */
let held;
let letGo = false;
let crowded = false;
let counting;
let received = "";

const daemon = new Socket({ fd: 3, readable: true, writable: true, allowHalfOpen: true });
daemon.on("error", () => {});
daemon.setEncoding("utf8");
daemon.on("data", (text) => {
  received += text;
  for (let end = received.indexOf("\n"); end >= 0; end = received.indexOf("\n")) {
    const line = JSON.parse(received.slice(0, end));
    received = received.slice(end + 1);
    if (line.file) start(line);
    else if (line.hold) hold(Date.now() + settledMs, Date.now() + patienceMs);
    else if (line.hold === false) goOn();
    else if (line.signal) signalGroup(line.signal);
  }
});
daemon.on("close", release);
daemon.on("end", release);
for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => signalGroup(name));

function start(request) {
  mark = request.mark;
  watched = request.watched === true;
  const environment = { ...request.environment, KESTREL_CHILD: mark };
  try {
    program = spawn(request.file, request.args, {
      cwd: request.folder,
      env: environment,
      detached: true,
      stdio: [0, 4, request.errors ? 5 : 4],
    });
  } catch (error) {
    return finish({ failed: String(error.code ?? error.message) });
  }
  closeSync(4);
  if (request.errors) closeSync(5);
  if (program.pid !== undefined) tell({ started: program.pid });
  if (request.processes !== undefined && process.platform === "linux") count(request.processes);
  program.on("error", (error) => {
    if (program.pid === undefined) finish({ failed: String(error.code ?? error.message) });
  });
  program.on("exit", (code, signal) => {
    clearInterval(counting);
    if (!crowded) tell(signal ? { signalled: signal } : { exited: code });
    endGroup(Date.now() + (letGo ? 0 : graceMs));
  });
}

/** Counting all threads costs one small file; only after this much growth are their owners checked. */
function count(most) {
  hurry();
  let before = threadsNow();
  counting = setInterval(() => {
    const now = threadsNow();
    if (now - before <= most || crowded || letGo || held) return;
    // They are stopped while they are counted: a bomb outruns any count, and others wait some milliseconds.
    const own = freeze();
    if (own.size <= most) {
      for (const [pid, stood] of own) if (!stood) send(pid, "SIGCONT");
      signalGroup("SIGCONT");
      // Other programs' threads are subtracted from now on.
      before = now - own.size;
      return;
    }
    crowded = true;
    tell({ crowded: own.size });
    for (const pid of own.keys()) send(pid, "SIGKILL");
    signalGroup("SIGKILL");
    sweep();
  }, countMs);
  counting.unref();
}

function threadsNow() {
  try {
    return Number(/\/(\d+) /.exec(readFileSync("/proc/loadavg", "utf8"))[1]);
  } catch {
    // expected: there is no such file here
    return 0;
  }
}

function release() {
  if (letGo) return;
  letGo = true;
  if (program?.pid === undefined) process.exit(0);
  signalGroup("SIGKILL");
  sweep();
}

function endGroup(deadline) {
  if (signalGroup(0) && Date.now() < deadline && !letGo) return void setTimeout(endGroup, 10, deadline);
  if (watched && !letGo) tell({ left: leftBehind() });
  signalGroup("SIGKILL");
  sweep();
  finish();
}

/** The command lines of running processes, which stay stopped from here on. A process that ended has none. */
function leftBehind() {
  if (process.platform !== "linux") return signalGroup(0) ? ["a process in the background"] : [];
  return [...freeze().keys()].flatMap(commandLineOf).slice(0, mostTold);
}

function commandLineOf(pid) {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    const line = words.filter(Boolean).join(" ").slice(0, longestTold);
    return line === "" ? [] : [line];
  } catch {
    // expected: it is gone
    return [];
  }
}

function finish(last) {
  daemon.end(last && `${JSON.stringify(last)}\n`, () => process.exit(0));
  setTimeout(() => process.exit(0), 1000);
}

function tell(line) {
  daemon.write(`${JSON.stringify(line)}\n`);
}

/** Whether there was a process to signal. */
function signalGroup(name) {
  if (program?.pid === undefined) return false;
  try {
    return process.kill(-program.pid, name);
  } catch {
    // expected: it is gone
    return false;
  }
}

/** Raises its priority above thousands of competing processes; only root may. */
function hurry() {
  try {
    setPriority(-20);
    // With autogroup scheduling, the priority of this session.
    writeFileSync("/proc/self/autogroup", "-20");
  } catch {
    // expected: this is not root
  }
}

/**
 * Kills processes that left the process group: every descendant, if the kernel reparents orphans to this process, and every process with
 * the mark. All are stopped before any is killed, so that none has children meanwhile.
 */
function sweep() {
  if (process.platform !== "linux") return;
  for (const pid of freeze().keys()) send(pid, "SIGKILL");
}

/**
 * Stops all of them, each as soon as it is found, and repeats for processes started meanwhile. Reads each process once, so that every pass
 * is shorter. Returns, by process id, whether it was stopped before.
 */
function freeze() {
  signalGroup("SIGSTOP");
  const members = new Map();
  const others = new Map();
  for (let more = true; more; ) {
    more = false;
    const take = (pid, state) => {
      members.set(pid, state === "T");
      others.delete(pid);
      send(pid, "SIGSTOP");
      more = true;
    };
    for (const name of readdirSync("/proc")) {
      const pid = Number(name);
      if (!(pid > 1) || pid === process.pid || members.has(pid) || others.has(pid)) continue;
      const { parent, state } = factsOf(pid);
      others.set(pid, parent);
      if (parent === process.pid || members.has(parent) || isMarked(pid)) take(pid, state);
    }
    // A process found before its parent.
    for (const [pid, parent] of others) if (members.has(parent)) take(pid, "");
  }
  return members;
}

/** Reports `held` when all of them are stopped and no new one appeared: a stopped process cannot start another. */
function hold(settled, patience) {
  if (process.platform !== "linux") return tell({ held: false });
  held ??= new Map();
  let restless = false;
  for (const [pid, stood] of freeze()) {
    if (!held.has(pid)) {
      held.set(pid, stood);
      restless = true;
    }
    const { state } = factsOf(pid);
    if (!/^[TtZX]?$/.test(state) && !(state === "D" && Date.now() > settled)) restless = true;
  }
  if (!restless) return tell({ held: true });
  if (Date.now() > patience) return tell({ held: false });
  setTimeout(hold, 2, settled, patience);
}

function goOn() {
  for (const [pid, stood] of held ?? []) if (!stood) send(pid, "SIGCONT");
  // `freeze` stopped the whole group before it listed its processes.
  if (held) signalGroup("SIGCONT");
  held = undefined;
}

/** The third and fourth fields of `/proc/<pid>/stat`; the second is the program's name, which may contain anything. */
function factsOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent) };
  } catch {
    // expected: it is gone
    return { state: "", parent: 0 };
  }
}

function send(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // expected: it is gone
  }
}

function isMarked(pid) {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}\0`.includes(`\0KESTREL_CHILD=${mark}\0`);
  } catch {
    // expected: it is gone, or another user's
    return false;
  }
}
