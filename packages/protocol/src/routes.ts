import { z } from "zod";
import { accessTokenRoutes } from "./access-token.ts";
import { aheadRoutes } from "./ahead-counters.ts";
import { channelRoutes } from "./channel.ts";
import { DaemonStatus } from "./daemon-status.ts";
import { diagnosticRoutes } from "./diagnostics.ts";
import { Discovery } from "./discovery.ts";
import { Failure } from "./error-code.ts";
import { SessionEvent } from "./event.ts";
import { exportRoutes } from "./exported.ts";
import { FolderListing } from "./folder-listing.ts";
import { helperRoutes } from "./helper.ts";
import { historyRoutes } from "./history/history-routes.ts";
import { hookRoutes } from "./hook.ts";
import { SessionId } from "./ids.ts";
import { ImageType } from "./image.ts";
import { JobOutput } from "./job.ts";
import { lentModelRoutes } from "./lent-model.ts";
import { engineRoutes } from "./listed-engine.ts";
import { loadoutRoutes } from "./loadout-routes.ts";
import { loopRoutes } from "./loop/loop.ts";
import { worktreeRoutes } from "./loop/worktree.ts";
import { mcpRoutes } from "./mcp.ts";
import { memoryRoutes } from "./memory.ts";
import { ModelChoices } from "./model-choice.ts";
import { downloadRoutes } from "./model-download.ts";
import { EngineStatus } from "./model-facts.ts";
import { ModelId, ModelOnDisk } from "./model-on-disk.ts";
import { ExamQuestion, ModelProfile } from "./model-profile.ts";
import { ModelToLoad, ServerToKeep, ServerUrl } from "./model-to-load.ts";
import { NewSession, WorkspacePath } from "./new-session.ts";
import { Op, OpAnswer } from "./op.ts";
import { permissionRoutes } from "./permission/routes.ts";
import { reachRoutes } from "./reach.ts";
import { type ApiRoute, deleteRoute, getRoute, postRoute, speakers } from "./route.ts";
import { SandboxStatus } from "./sandbox.ts";
import { searchRoutes } from "./search.ts";
import { RemovedSession, SessionSummary } from "./session-summary.ts";
import { settingRoutes } from "./setting.ts";
import { storageRoutes } from "./storage.ts";
import { trustRoutes } from "./trust.ts";
import { webRoutes } from "./web.ts";

const EngineNamed = z.strictObject({ id: z.string().max(100).optional() });
const Empty = z.strictObject({});

/** Every HTTP route: method, path, access, and the schemas of body and answer. */
export const routes = {
  ...aheadRoutes,
  ...reachRoutes,
  health: {
    method: "GET",
    path: "/healthz",
    access: "public",
    body: undefined,
    answer: z.object({ ok: z.literal(true) }),
  },
  login: {
    method: "POST",
    path: "/api/v1/login",
    access: "public",
    body: z.strictObject({ code: z.string().min(1).max(200) }),
    answer: z.object({ token: z.string() }),
  },
  makeLoginCode: postRoute("/api/v1/login-codes", Empty, z.object({ url: z.string() }), "owner"),
  /** Logs out every browser. */
  forgetDevices: postRoute(
    "/api/v1/devices/forget",
    Empty,
    z.object({ forgotten: z.int().nonnegative() }),
    "owner",
  ),
  ...accessTokenRoutes,
  /**
   * Stops the daemon: streams, turns and the engine. `ifUnused`: only when no client is attached and nothing runs. `restarts`: another
   * daemon takes its place, and attached clients wait for it.
   */
  stopDaemon: postRoute(
    "/api/v1/stop",
    z.strictObject({ ifUnused: z.literal(true).optional(), restarts: z.literal(true).optional() }),
    z.object({ stopping: z.boolean() }),
  ),
  /** The daemon's metrics, in the text format of Prometheus. */
  metrics: { ...getRoute("/metrics", z.string()), gives: "text/plain" },
  /** This table as OpenAPI 3.1. */
  openApi: getRoute("/api/v1/openapi.json", z.record(z.string(), z.unknown())),
  status: getRoute("/api/v1/status", DaemonStatus),
  /** Whether commands run inside a sandbox here. The first request tests one. */
  sandbox: getRoute("/api/v1/sandbox", z.object({ sandbox: SandboxStatus })),
  ...settingRoutes,
  ...diagnosticRoutes,
  ...permissionRoutes,
  ...trustRoutes,
  ...loadoutRoutes,
  ...mcpRoutes,
  ...webRoutes,
  ...memoryRoutes,
  ...engineRoutes,
  ...downloadRoutes,
  ...helperRoutes,
  ...hookRoutes,
  ...exportRoutes,
  ...historyRoutes,
  ...searchRoutes,
  ...storageRoutes,
  ...worktreeRoutes,
  ...loopRoutes,
  ...channelRoutes,
  ...lentModelRoutes,
  listSessions: getRoute("/api/v1/sessions", z.object({ sessions: z.array(SessionSummary) })),
  /** The sessions that `restoreSession` can restore, most recently removed first; at most a hundred. */
  listRemovedSessions: getRoute("/api/v1/removed-sessions", z.object({ removed: z.array(RemovedSession) })),
  openSession: postRoute("/api/v1/sessions", NewSession, z.object({ session: SessionSummary }), speakers),
  /** Whether a session could be opened there, and under which path; refused as `openSession` would be. Creates nothing. */
  checkWorkspace: postRoute(
    "/api/v1/workspaces/check",
    z.strictObject({ workspace: WorkspacePath, confirm: z.literal(true).optional() }),
    z.object({ workspace: z.string() }),
  ),
  readLog: getRoute("/api/v1/sessions/:id/log", z.object({ events: z.array(SessionEvent) })),
  removeSession: deleteRoute("/api/v1/sessions/:id", Empty, z.object({ removed: SessionId })),
  restoreSession: postRoute("/api/v1/sessions/:id/restore", Empty, z.object({ session: SessionSummary })),
  sendOp: postRoute("/api/v1/sessions/:id/ops", Op, OpAnswer, speakers),
  /** The last output of a job, and whether it still runs. Empty once its Kestrel has ended. */
  readJob: getRoute("/api/v1/sessions/:id/jobs/:job", JobOutput),
  /** A picture of that session, by its blob. Never as a file of its own, so that it cannot be opened as a page. */
  readImage: getRoute(
    "/api/v1/sessions/:id/images/:blob",
    z.object({ mediaType: ImageType, base64: z.string() }),
  ),
  /**
   * Server-sent events. Query: `session`, `after` (seq); `id:` is the seq of a logged event, frames have no id. Or
   * `sessions=ID:AFTER,…`, up to 32 on one connection; then every message is an object that names its `session`.
   */
  events: getRoute("/api/v1/events", z.unknown(), ["read", "full", "channel"]),
  /** `id`: one of `listEngines`; the main model's engine without it. One beside it that is busy is not stopped. */
  startEngine: postRoute("/api/v1/engine/start", EngineNamed, z.object({ engine: EngineStatus })),
  stopEngine: postRoute("/api/v1/engine/stop", EngineNamed, z.object({ engine: EngineStatus })),
  /** Searches this machine only, and starts nothing. */
  discovery: getRoute("/api/v1/discovery", Discovery),
  listModels: getRoute(
    "/api/v1/models",
    z.object({ models: z.array(ModelOnDisk), loaded: ModelId.optional() }),
  ),
  /** The models to choose from: those of servers in use, used before or found here, and the files on disk. */
  listChoices: getRoute("/api/v1/models/choices", ModelChoices),
  /** Stores a model server once it lists its models; otherwise `failure` says why it is not stored. The current model stays. */
  keepServer: postRoute(
    "/api/v1/models/servers",
    ServerToKeep,
    ModelChoices.extend({ failure: Failure.optional() }),
  ),
  /** Removes a model server and its key. */
  forgetServer: postRoute("/api/v1/models/servers/forget", z.strictObject({ url: ServerUrl }), ModelChoices),
  /** The contents of a folder of this machine, for choosing one; by default of the home folder. */
  listFolder: postRoute("/api/v1/folders", z.strictObject({ path: WorkspacePath.optional() }), FolderListing),
  /**
   * The new server is checked before the current model is unloaded. `beside` unloads nothing that works: it is refused with
   * `engine_start_failed` (`reason` memory, `needs`, `room`) when it does not fit.
   */
  loadModel: postRoute("/api/v1/models/load", ModelToLoad, z.object({ engine: EngineStatus })),
  unloadModel: postRoute("/api/v1/models/unload", Empty, z.object({ engine: EngineStatus })),
  /** The known facts about the running model; runs missing probe questions first. */
  probeModel: postRoute(
    "/api/v1/models/probe",
    z.strictObject({ question: ExamQuestion.optional() }),
    z.object({ profile: ModelProfile }),
  ),
} as const satisfies Record<string, ApiRoute>;
export type Routes = typeof routes;
export type RouteName = keyof Routes;
