import {
  call,
  callOf,
  done,
  errorOf,
  everyKind,
  finish,
  ndjson,
  ollamaCall,
  openaiKinds,
  over,
  readA,
  type Scene,
  says,
  sse,
} from "../scene.ts";

const bad = '{"path": "a.txt", "li';

/** The names under which six other agents were measured. */
export const faultsOfPeers = [
  "http500_once",
  "refused",
  "refused_mid",
  "sse_cut",
  "bad_args",
  "unknown_tool",
  "doom_loop",
];

/** What broke six other agents, by the names it was measured under. */
export const peerScenes: readonly Scene[] = [
  { name: "http500_once", kinds: everyKind, plays: [errorOf(500, "boom")], ends: "done", requests: 2 },
  {
    name: "refused",
    kinds: everyKind,
    plays: [],
    away: "always",
    ends: "failed",
    code: "unreachable",
    requests: 0,
    says: "",
  },
  {
    name: "refused_mid",
    kinds: everyKind,
    plays: (kind) => [callOf(kind, "read", { path: "a.txt" })],
    away: "a while",
    ends: "done",
    requests: 2,
    ran: [readA],
  },
  {
    name: "sse_cut",
    kinds: openaiKinds,
    plays: [{ body: sse(call(0, "1", "read", '{"pa')), ending: "cut" }],
    ends: "done",
    requests: 2,
  },
  {
    name: "bad_args",
    kinds: openaiKinds,
    plays: [{ body: sse(call(0, "1", "read", bad), finish("tool_calls"), done) }],
    ends: "done",
    requests: 3,
    rejected: 1,
  },
  {
    name: "unknown_tool",
    kinds: everyKind,
    plays: (kind) => [callOf(kind, "teleport", { to: "moon" })],
    ends: "done",
    requests: 3,
    rejected: 1,
  },
  {
    name: "doom_loop",
    kinds: everyKind,
    plays: (kind) => [callOf(kind, "read", { path: "a.txt" })],
    forEver: true,
    ends: "doom_loop",
    requests: 4,
    beyondThree:
      "no fault of the wire but of the model: the same call may be right twice, is advised against, and ends the turn the fourth time",
    says: "",
    ran: [readA, readA, readA, readA],
  },
  {
    name: "doom_loop that the model leaves when it is told",
    kinds: everyKind,
    plays: (kind) => [1, 2].map(() => callOf(kind, "read", { path: "a.txt" })),
    ends: "done",
    requests: 3,
    ran: [readA, readA],
  },
  {
    name: "doom_loop in one reply",
    kinds: ["ollama"],
    plays: [
      ndjson(
        says({ tool_calls: Array.from({ length: 5 }, () => ollamaCall("read", { path: "a.txt" })) }),
        over("stop"),
      ),
    ],
    ends: "doom_loop",
    requests: 1,
    says: "",
    ran: [readA, readA, readA, readA, readA],
  },
];
