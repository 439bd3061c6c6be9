import type { ErrorCode, ErrorParams, Mode } from "@kestrel/protocol";
import type { DaemonStatus, EngineStatus } from "@kestrel/protocol/api";
import type { ModelReport } from "../engine/compose-report.ts";
import type { SettingFlags } from "../settings/read-settings.ts";
import type { StartedWith } from "./started-with.ts";

/** The first argument of a daemon in the background; the next one is a `LaunchOrder` as JSON. */
export const backgroundWord = "background-daemon";

/** Paths in the flags are absolute. */
export type LaunchOrder = { flags: SettingFlags; with: StartedWith };

/** The file descriptor on which a background daemon reports its start to the parent process, one JSON line per message. */
export const launchDescriptor = 3;

/** A message of a new daemon: first whether it is up, then the state of its model. */
export type LaunchWord =
  | {
      kind: "up";
      pid: number;
      url: string;
      token: string;
      notices: DaemonStatus["notices"];
      configFile: string;
      mode: Mode;
      engine: EngineStatus;
    }
  | { kind: "failed"; code: ErrorCode; params: ErrorParams }
  | { kind: "model"; report: ModelReport };
