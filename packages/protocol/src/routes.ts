import { z } from "zod";
import { Discovery } from "./discovery.ts";
import { SessionEvent } from "./event.ts";
import { SessionId } from "./ids.ts";
import { ImageType } from "./image.ts";
import { EngineStatus } from "./model-facts.ts";
import { ModelId, ModelOnDisk } from "./model-on-disk.ts";
import { ExamQuestion, ModelProfile } from "./model-profile.ts";
import { Op, OpAnswer } from "./op.ts";
import { Sampling } from "./sampling.ts";
import { SessionSummary } from "./session-summary.ts";
import { Setting } from "./setting.ts";

const Empty = z.strictObject({});
const WorkspacePath = z.string().min(1).max(4096);

/** What a client learns when it arrives. */
export const DaemonStatus = z.object({
  version: z.string(),
  pid: z.int().positive(),
  /** What a person types in a terminal to reach this program: `kestrel`, or a path where that is not installed. */
  command: z.string(),
  engine: EngineStatus,
  /** Folders used before, newest first, and the sample project. */
  workspaces: z.array(z.object({ path: z.string(), kind: z.enum(["recent", "playground"]) })),
  notices: z.array(
    z.object({
      code: z.enum([
        "workspace_config_ignored",
        "index_unavailable",
        /** The disk is full or read-only: what is there can be read. */
        "data_unwritable",
        "unknown_setting",
        "permission_suggested",
        "loadout_unused",
        /** The server cannot compile its schema; it is left out of what the model is offered. */
        "tool_disabled",
      ]),
      params: z.record(z.string(), z.string()),
    }),
  ),
});
export type DaemonStatus = z.infer<typeof DaemonStatus>;

/** Every HTTP path, once: method, path, whether it is open to anyone on this machine, and what goes in and out. */
export const routes = {
  health: {
    method: "GET",
    path: "/healthz",
    public: true,
    body: undefined,
    answer: z.object({ ok: z.literal(true) }),
  },
  login: {
    method: "POST",
    path: "/api/v1/login",
    public: true,
    body: z.strictObject({ code: z.string().min(1).max(200) }),
    answer: z.object({ token: z.string() }),
  },
  makeLoginCode: {
    method: "POST",
    path: "/api/v1/login-codes",
    public: false,
    body: Empty,
    answer: z.object({ url: z.string() }),
  },
  /** Every browser that logged in has to do so again. */
  forgetDevices: {
    method: "POST",
    path: "/api/v1/devices/forget",
    public: false,
    body: Empty,
    answer: z.object({ forgotten: z.int().nonnegative() }),
  },
  /** Ends the daemon: streams, turns and the engine. */
  stopDaemon: {
    method: "POST",
    path: "/api/v1/stop",
    public: false,
    body: Empty,
    answer: z.object({ stopping: z.literal(true) }),
  },
  status: { method: "GET", path: "/api/v1/status", public: false, body: undefined, answer: DaemonStatus },
  settings: {
    method: "GET",
    path: "/api/v1/settings",
    public: false,
    body: undefined,
    /** `file`: where the user's own settings stand. */
    answer: z.object({ settings: z.array(Setting), file: z.string() }),
  },
  listSessions: {
    method: "GET",
    path: "/api/v1/sessions",
    public: false,
    body: undefined,
    answer: z.object({ sessions: z.array(SessionSummary) }),
  },
  openSession: {
    method: "POST",
    path: "/api/v1/sessions",
    public: false,
    /**
     * `continues` carries a summary of that session over; its workspace is used when none is given. `confirm`: a person
     * was asked whether the home folder, or what is above it, is meant.
     */
    body: z.strictObject({
      workspace: WorkspacePath.optional(),
      continues: SessionId.optional(),
      confirm: z.literal(true).optional(),
      sampling: z.strictObject(Sampling.shape).optional(),
    }),
    answer: z.object({ session: SessionSummary }),
  },
  readLog: {
    method: "GET",
    path: "/api/v1/sessions/:id/log",
    public: false,
    body: undefined,
    answer: z.object({ events: z.array(SessionEvent) }),
  },
  removeSession: {
    method: "DELETE",
    path: "/api/v1/sessions/:id",
    public: false,
    body: Empty,
    answer: z.object({ removed: SessionId }),
  },
  restoreSession: {
    method: "POST",
    path: "/api/v1/sessions/:id/restore",
    public: false,
    body: Empty,
    answer: z.object({ session: SessionSummary }),
  },
  sendOp: {
    method: "POST",
    path: "/api/v1/sessions/:id/ops",
    public: false,
    body: Op,
    answer: OpAnswer,
  },
  /** A picture of that session, by the name of its bytes. Never as a file of its own: no page can be made of it. */
  readImage: {
    method: "GET",
    path: "/api/v1/sessions/:id/images/:blob",
    public: false,
    body: undefined,
    answer: z.object({ mediaType: ImageType, base64: z.string() }),
  },
  /**
   * Server-sent events. Query: `session`, `after` (seq); `id:` is the seq of a logged event, frames have no id. Or
   * `sessions=ID:AFTER,…`, up to 32 on one connection; then every message is an object that names its `session`.
   */
  events: { method: "GET", path: "/api/v1/events", public: false, body: undefined, answer: z.unknown() },
  startEngine: {
    method: "POST",
    path: "/api/v1/engine/start",
    public: false,
    body: Empty,
    answer: z.object({ engine: EngineStatus }),
  },
  stopEngine: {
    method: "POST",
    path: "/api/v1/engine/stop",
    public: false,
    body: Empty,
    answer: z.object({ engine: EngineStatus }),
  },
  /** Looks around on this machine only, and starts nothing. */
  discovery: { method: "GET", path: "/api/v1/discovery", public: false, body: undefined, answer: Discovery },
  listModels: {
    method: "GET",
    path: "/api/v1/models",
    public: false,
    body: undefined,
    answer: z.object({ models: z.array(ModelOnDisk), loaded: ModelId.optional() }),
  },
  /** By its name among those on disk only: never a path, a program or a flag. */
  loadModel: {
    method: "POST",
    path: "/api/v1/models/load",
    public: false,
    body: z.strictObject({ id: ModelId, window: z.int().min(256).max(16_777_216).optional() }),
    answer: z.object({ engine: EngineStatus }),
  },
  unloadModel: {
    method: "POST",
    path: "/api/v1/models/unload",
    public: false,
    body: Empty,
    answer: z.object({ engine: EngineStatus }),
  },
  /** What is known about the model that runs; a question that was not answered yet is asked first. */
  probeModel: {
    method: "POST",
    path: "/api/v1/models/probe",
    public: false,
    body: z.strictObject({ question: ExamQuestion.optional() }),
    answer: z.object({ profile: ModelProfile }),
  },
} as const satisfies Record<
  string,
  {
    method: "GET" | "POST" | "DELETE";
    path: string;
    public: boolean;
    body: z.ZodType | undefined;
    answer: z.ZodType;
  }
>;
export type Routes = typeof routes;
export type RouteName = keyof Routes;
