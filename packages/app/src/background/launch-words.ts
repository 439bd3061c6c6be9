import type { ErrorCode, ErrorParams, Mode } from "@kestrel/protocol";
import type { DaemonStatus, EngineStatus } from "@kestrel/protocol/api";
import type { ModelReport } from "../engine/compose-report.ts";
import type { SettingFlags } from "../settings/read-settings.ts";
import type { StartedWith } from "./started-with.ts";

/** The program's first word when it is to be a daemon in the background; behind it stands a `LaunchOrder` as JSON. */
export const backgroundWord = "background-daemon";

/** Paths in the flags are absolute. */
export type LaunchOrder = { flags: SettingFlags; with: StartedWith };

/** Where a daemon in the background tells whoever started it how that went: a line of JSON each, on this descriptor. */
export const launchDescriptor = 3;

/** What a new daemon tells: first whether it is up, then what became of its model. */
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
