import type { DaemonStatus } from "@kestrel/protocol/api";
import type { Translate } from "../../i18n/catalogue.ts";

type DaemonNotice = DaemonStatus["notices"][number];

/** A notice from the daemon's start, in words. */
export function noticeText({ code, params }: DaemonNotice, t: Translate): string {
  switch (code) {
    case "workspace_config_ignored":
      return t("notice.workspace_config_ignored", { path: params.file ?? "" });
    case "data_unwritable":
      return t("error.data_folder_unwritable");
    case "index_unavailable":
      return t("notice.index_unavailable");
    case "unknown_setting":
      return t("notice.unknown_setting", { key: params.key ?? "" });
    case "permission_suggested":
      return t("notice.permission_suggested", { mode: params.mode ?? "" });
    case "loadout_missing":
      return t("notice.loadout_missing", { key: params.key ?? "", name: params.name ?? "" });
    case "remote_unavailable":
      return t("notice.remote_unavailable", { listen: params.listen ?? "", why: params.why ?? "" });
    case "tool_disabled":
      return t("notice.tool_disabled", { tool: params.tool ?? "" });
    case "model_asked":
      return t("notice.model_asked", { model: params.model ?? "", calls: params.calls ?? "" });
    case "loop_over":
      return t("notice.loop_over", { id: params.id ?? "" });
    case "schedule_over":
      return t("notice.schedule_over", { name: params.name ?? "" });
    case "schedule_cut":
      return t("notice.schedule_cut", { name: params.name ?? "" });
    case "schedule_wrong":
      return t("notice.schedule_wrong", { name: params.name ?? "" });
    case "language_server_silent":
      return t("notice.language_server_silent", {
        ...{ language: params.language ?? "", folder: params.folder ?? "" },
      });
    case "memory_restored":
      return t("notice.memory_restored", { rows: params.rows ?? "" });
    case "memory_expired":
      return t("notice.memory_expired", { rows: params.rows ?? "" });
    case "memory_plain":
      return t("notice.memory_plain");
    case "settings_changed":
      return t("notice.settings_changed", { keys: params.keys ?? "" });
    case "settings_broken": {
      const { file, line, key } = params;
      return t("notice.settings_broken", { place: [file, line, key].filter(Boolean).join(", ") });
    }
    default:
      return code satisfies never;
  }
}
