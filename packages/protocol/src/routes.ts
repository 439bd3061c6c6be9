import { z } from "zod";
import { aheadRoutes } from "./ahead-routes.ts";
import { DaemonStatus } from "./daemon-status.ts";
import { Discovery } from "./discovery.ts";
import { SessionEvent } from "./event.ts";
import { exportRoutes } from "./exported.ts";
import { extensionRoutes } from "./extension-routes.ts";
import { FolderListing } from "./folder-listing.ts";
import { historyRoutes } from "./history/history-routes.ts";
import { SessionId } from "./ids.ts";
import { ImageType } from "./image.ts";
import { JobOutput } from "./job.ts";
import { engineRoutes } from "./listed-engine.ts";
import { loadoutRoutes } from "./loadout-routes.ts";
import { mcpRoutes } from "./mcp.ts";
import { EngineStatus } from "./model-facts.ts";
import { ModelId, ModelOnDisk } from "./model-on-disk.ts";
import { ExamQuestion, ModelProfile } from "./model-profile.ts";
import { ModelToLoad } from "./model-to-load.ts";
import { NewSession, WorkspacePath } from "./new-session.ts";
import { Op, OpAnswer } from "./op.ts";
import { permissionRoutes } from "./permission/routes.ts";
import { reachRoutes } from "./reach.ts";
import { SandboxStatus } from "./sandbox.ts";
import { RemovedSession, SessionSummary } from "./session-summary.ts";
import { Setting } from "./setting.ts";
import { trustRoutes } from "./trust.ts";
import { webRoutes } from "./web.ts";

const Empty = z.strictObject({});

/** Every HTTP path, once: method, path, whether it is open to anyone on this machine, and what goes in and out. */
export const routes = {
  ...aheadRoutes,
  ...reachRoutes,
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
  /** Whether commands run inside a sandbox here: one is tried, the first time somebody asks. */
  sandbox: {
    method: "GET",
    path: "/api/v1/sandbox",
    public: false,
    body: undefined,
    answer: z.object({ sandbox: SandboxStatus }),
  },
  settings: {
    method: "GET",
    path: "/api/v1/settings",
    public: false,
    body: undefined,
    /** `file`: where the user's own settings stand. */
    answer: z.object({ settings: z.array(Setting), file: z.string() }),
  },
  ...permissionRoutes,
  ...trustRoutes,
  ...loadoutRoutes,
  ...mcpRoutes,
  ...webRoutes,
  ...engineRoutes,
  ...extensionRoutes,
  ...exportRoutes,
  ...historyRoutes,
  listSessions: {
    method: "GET",
    path: "/api/v1/sessions",
    public: false,
    body: undefined,
    answer: z.object({ sessions: z.array(SessionSummary) }),
  },
  /** The sessions that `restoreSession` brings back, those put aside last first; at most a hundred. */
  listRemovedSessions: {
    method: "GET",
    path: "/api/v1/removed-sessions",
    public: false,
    body: undefined,
    answer: z.object({ removed: z.array(RemovedSession) }),
  },
  openSession: {
    method: "POST",
    path: "/api/v1/sessions",
    public: false,
    body: NewSession,
    answer: z.object({ session: SessionSummary }),
  },
  /** Whether a session could be opened there, and under which path; refused as `openSession` would be. Nothing is made. */
  checkWorkspace: {
    method: "POST",
    path: "/api/v1/workspaces/check",
    public: false,
    body: z.strictObject({ workspace: WorkspacePath, confirm: z.literal(true).optional() }),
    answer: z.object({ workspace: z.string() }),
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
  /** What a job wrote last, and whether it goes on. Nothing once its Kestrel has ended. */
  readJob: {
    method: "GET",
    path: "/api/v1/sessions/:id/jobs/:job",
    public: false,
    body: undefined,
    answer: JobOutput,
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
  /** What is in a folder of this machine, for a person who chooses one; the home folder when none is named. */
  listFolder: {
    method: "POST",
    path: "/api/v1/folders",
    public: false,
    body: z.strictObject({ path: WorkspacePath.optional() }),
    answer: FolderListing,
  },
  /** A server is asked before the model in use is let go. */
  loadModel: {
    method: "POST",
    path: "/api/v1/models/load",
    public: false,
    body: ModelToLoad,
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
