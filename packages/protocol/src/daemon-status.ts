import { z } from "zod";
import { EngineStatus } from "./model-facts.ts";
import { RemoteAccess } from "./remote-access.ts";
import { Mode } from "./risk.ts";

/** The daemon's state for a client that connects. */
export const DaemonStatus = z.object({
  version: z.string(),
  /** Names the program; a later build of the same version has another one. */
  build: z.string().optional(),
  /** Started by a client: it ends when it is unused. */
  background: z.boolean().optional(),
  /** Connections that are open to follow it: browsers and terminals. */
  streams: z.int().nonnegative().optional(),
  /** What uses it now: `client` for an attached client, `turn`, `job`, `remote` where other devices can connect at any time. */
  usedBy: z.array(z.string()).optional(),
  /** Absent where only this machine reaches it. */
  remote: RemoteAccess.optional(),
  pid: z.int().positive(),
  /** What a person types in a terminal to reach this program: `kestrel`, or a path where that is not installed. */
  command: z.string(),
  engine: EngineStatus,
  /** What a new session begins in. */
  mode: Mode,
  /** Folders used before, newest first, the sample project, and `none`: an empty folder of Kestrel's own for talk without one. */
  workspaces: z.array(z.object({ path: z.string(), kind: z.enum(["recent", "playground", "none"]) })),
  notices: z.array(
    z.object({
      code: z.enum([
        "workspace_config_ignored",
        "index_unavailable",
        /** The disk is full or read-only: sessions can still be read. */
        "data_unwritable",
        "unknown_setting",
        "permission_suggested",
        /** Other devices cannot connect although the settings allow it. `why` is the reason. */
        "remote_unavailable",
        /** The loadout names something that is not on this machine. */
        "loadout_missing",
        /** The server cannot compile its schema; it is left out of what the model is offered. */
        "tool_disabled",
        /** A small model was asked in idle time how it calls tools; its profile says what came of it. */
        "model_asked",
        /** The user's files say something else by now; it holds from the next start on. */
        "settings_changed",
        /** They can no longer be read: the next start would fail. */
        "settings_broken",
        /** Its database was missing or damaged: the facts are those of the snapshot. */
        "memory_restored",
        /** Facts of the category `conversation` were deleted by their age. */
        "memory_expired",
        /** The SQLite driver does not load: facts are in a plain file. */
        "memory_plain",
        /** A loop ended, or needs the person. */
        "loop_over",
        /** A schedule ran: its answer waits in that session. */
        "schedule_over",
        /** It was stopped after an hour; its work so far is in that session. */
        "schedule_cut",
        /** An entry of `[[schedules]]` is none. */
        "schedule_wrong",
        /** A language server did not answer in time, three changes in a row: it is not waited for until the next start. */
        "language_server_silent",
      ]),
      params: z.record(z.string(), z.string()),
    }),
  ),
});
export type DaemonStatus = z.infer<typeof DaemonStatus>;
