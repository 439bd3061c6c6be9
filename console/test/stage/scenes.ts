import type { EventBody, SessionEvent, SessionSummary } from "@kestrel/protocol";
import type { Setting } from "@kestrel/protocol/api";
import type { Scene } from "./daemon.ts";
import { readingFiles, thinkingAboutIt } from "./live-frames.ts";
import { modelsHere, profile } from "./models-here.ts";
import { easilyMisread } from "./reading.ts";
import { approvedAndDone, fixingAdd, logged, model, opening } from "./story.ts";
import { weakModel } from "./weak-model.ts";

export const ids = {
  approval: "s0000000001",
  done: "s0000000002",
  live: "s0000000003",
  full: "s0000000004",
  failed: "s0000000005",
  empty: "s0000000006",
  danger: "s0000000007",
  long: "s0000000008",
  dock: "s0000000009",
  thinking: "s0000000010",
  weak: "s0000000011",
  reading: "s0000000012",
} as const;

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

function summary(
  id: string,
  title: string,
  attention: SessionSummary["attention"],
  minutes: number,
  workspace = "/home/ada/projects/sums",
): SessionSummary {
  const at = ago(minutes);
  return { id: id as never, title, workspace, openedAt: at, changedAt: at, turns: 1, mode: "ask", attention };
}

const sessions = [
  summary(ids.approval, "The test for add() fails. Find out why and fix it.", "needs_you", 1),
  summary(ids.live, "Summarise the docs folder", "working", 2, "/home/ada/notes"),
  summary(ids.done, "Fix add()", "idle", 14),
  summary(ids.danger, "Clean up the build folder", "needs_you", 30),
  summary(ids.full, "Rename every module", "idle", 190, "/home/ada/projects/monolith"),
  summary(ids.failed, "Explain the parser", "error", 1500, "/home/ada/projects/parser"),
  summary(ids.dock, "Fix add() in the notes", "needs_you", 3600),
  summary(ids.long, "两千条消息的会话", "idle", 4000, "/home/ada/写作"),
  summary(ids.empty, "", "idle", 9000),
];

const turn = (text: string): EventBody[] => [
  opening,
  { type: "turn.started", turnId: "t1", text },
  { type: "request.sent", turnId: "t1", step: 1, messages: 2, added: [], tools: "t" },
];

const full: EventBody[] = [
  ...turn("Rename every module so that its file says what happens in it."),
  {
    type: "reply.completed",
    turnId: "t1",
    step: 1,
    finish: "stop",
    usage: { prompt: 61_204, cached: 60_020, generated: 800, generateMs: 21_000 },
  },
  { type: "context.compacted", folded: ["c1"], before: 61_204, after: 57_900 },
  {
    type: "turn.ended",
    turnId: "t1",
    reason: "context_full",
    arithmetic: { needed: 62_410, reserve: 4_096, window: 65_536, folded: 3_304 },
  },
];

const failed: EventBody[] = [
  ...turn("Explain the parser to me."),
  { type: "reply.text", turnId: "t1", step: 1, offset: 0, text: "The parser reads one token at a" },
  {
    type: "reply.completed",
    turnId: "t1",
    step: 1,
    finish: "failed",
    failure: { code: "engine_died", params: { signal: "SIGKILL" } },
  },
  {
    type: "turn.ended",
    turnId: "t1",
    reason: "failed",
    failure: { code: "engine_died", params: { signal: "SIGKILL" } },
  },
];

const danger: EventBody[] = [
  ...turn("Clean up the build folder."),
  { type: "reply.completed", turnId: "t1", step: 1, finish: "tool_calls", usage: { prompt: 900, cached: 0 } },
  {
    type: "tool.requested",
    turnId: "t1",
    step: 1,
    callId: "c1",
    tool: "shell",
    arguments: JSON.stringify({
      mode: "ask",
      command: `rm -rf build/\u202egnp.evil ${"&& echo cleaned one more folder \\\n  ".repeat(24)}&& rm -rf ~/.cache/sums`,
    }),
  },
  {
    type: "approval.requested",
    turnId: "t1",
    callId: "c1",
    digest: "d1",
    risk: "destructive",
    reasons: ["runs_command", "may_destroy"],
  },
];

function long(turns: number): EventBody[] {
  const bodies: EventBody[] = [opening];
  for (let number = 1; number <= turns; number++) {
    const turnId = `t${number}`;
    bodies.push(
      { type: "turn.started", turnId, text: `第 ${number} 个问题：这一段写得怎么样？` },
      { type: "request.sent", turnId, step: 1, messages: 2 * number, added: [], tools: "t" },
      {
        type: "reply.text",
        turnId,
        step: 1,
        offset: 0,
        text: `第 ${number} 段**很好**，只有一处可以更短：\n\n- 去掉“其实”\n- 把\`长句\`拆成两句`,
      },
      {
        type: "reply.completed",
        turnId,
        step: 1,
        finish: "stop",
        usage: { prompt: 20 * number + 1000, cached: 20 * number + 960, generated: 30, generateMs: 800 },
      },
      { type: "turn.ended", turnId, reason: "done" },
    );
  }
  return bodies;
}

const settings: Setting[] = [
  { key: "model.source", value: "self", origin: "loadout", where: "/home/ada/qwen3.loadout.toml" },
  { key: "model.path", value: "/home/ada/models/Qwen3-30B-A3B-Q4_K_M.gguf", origin: "loadout" },
  { key: "server.port", value: 7787, origin: "user", where: "/home/ada/.config/kestrel/kestrel.toml" },
  { key: "server.host", value: "127.0.0.1", origin: "default" },
  { key: "turn.max_steps", value: 40, origin: "default" },
  { key: "engine.key", value: "(set)", origin: "environment", where: "KESTREL_ENGINE_KEY" },
  { key: "engine.server", value: null, origin: "default" },
];

/** Everything at once: the scene for looking at. */
export function fullScene(): Scene {
  const logs: Record<string, SessionEvent[]> = {
    [ids.approval]: logged(fixingAdd),
    [ids.done]: logged([...fixingAdd, ...approvedAndDone]),
    [ids.live]: logged(turn("Read everything in docs/ and summarise it in ten lines.")),
    [ids.full]: logged(full),
    [ids.failed]: logged(failed),
    [ids.empty]: logged([opening]),
    [ids.danger]: logged(danger),
    [ids.dock]: logged([...long(12), ...fixingAdd.slice(1)]),
    [ids.long]: logged(long(1000)),
    [ids.thinking]: logged(turn("Which of the notes speak of money?")),
    [ids.weak]: logged([opening, ...weakModel]),
    [ids.reading]: logged([
      ...turn("הראה לי.\nAnd in English."),
      { type: "reply.text", turnId: "t1", step: 1, offset: 0, text: easilyMisread },
      { type: "reply.completed", turnId: "t1", step: 1, finish: "stop" },
      { type: "turn.ended", turnId: "t1", reason: "done" },
    ]),
  };
  return {
    sessions,
    logs,
    frames: { [ids.live]: readingFiles, [ids.thinking]: thinkingAboutIt },
    settings,
    discovery: { servers: [], engine: { version: "6420 (a5c07dcd)", build: "cpu" } },
    models: { models: modelsHere, loaded: "qwen3-30b-a3b-q4_k_m" },
    profile,
    status: {
      version: "0.1.0",
      pid: 4711,
      mode: "ask",
      command: "kestrel",
      engine: {
        state: "ready",
        source: "self",
        label: model.label,
        pid: 4720,
        model,
        unloadsAt: new Date(Date.now() + 754_000).toISOString(),
        memory: { weights: 18_556_686_336, cache: 6_442_450_944, compute: 321_454_080 },
        command: [
          "llama-server",
          "-m",
          "/home/ada/models/Qwen3 30B.gguf",
          "-c",
          "65536",
          "--jinja",
          "-np",
          "1",
        ],
        lines: [
          "build: 6420 (a5c07dcd) with gcc 12.2.0",
          "load_tensors: CPU_Mapped model buffer size = 17524.42 MiB",
          "main: server is listening on http://127.0.0.1:41201",
          "slot update_slots: id  0 | task 88 | prompt done, n_past = 2140",
        ],
      },
      workspaces: [
        { path: "/home/ada/projects/sums", kind: "recent" },
        { path: "/home/ada/projects/monolith", kind: "recent" },
        { path: "/home/ada/notes", kind: "recent" },
        { path: "/home/ada/.local/share/kestrel/playground", kind: "playground" },
      ],
      notices: [{ code: "unknown_setting", params: { key: "server.prot" } }],
    },
  };
}

/** The demonstration model answers, on the processor alone. */
export function demoScene(): Scene {
  const scene = fullScene();
  const demo = {
    ...model,
    label: "kestrel-nano",
    window: 4_096,
    traits: { notice: "demonstration" as const },
    limits: ["cpu_engine" as const],
  };
  const engine = { ...scene.status.engine, label: demo.label, model: demo };
  const sample = scene.status.workspaces.find(({ kind }) => kind === "playground")?.path ?? "";
  const logs = { ...scene.logs, [ids.empty]: logged([{ ...opening, workspace: sample }]) };
  return { ...scene, logs, models: { models: [] }, status: { ...scene.status, engine } };
}

/** Nothing there yet, and no model. */
export function bareScene(): Scene {
  const scene = fullScene();
  return {
    ...scene,
    sessions: [],
    discovery: {
      servers: [
        { url: "http://127.0.0.1:11434", kind: "ollama", model: "qwen3:4b" },
        { url: "http://127.0.0.1:1234", kind: "lm-studio" },
      ],
    },
    models: { models: modelsHere.slice(1) },
    status: {
      ...scene.status,
      engine: { state: "stopped", failure: { code: "no_model", params: {} } },
      workspaces: scene.status.workspaces.filter(({ kind }) => kind === "playground"),
    },
  };
}
