import type { ErrorCode, ErrorParams } from "@kestrel/protocol";
import { shellLine } from "../models/shell-line.ts";

/** `kestrel serve` with these flags; a running daemon is stopped first, as the command would be refused. */
export function serveWith(flags: string, running: boolean): string {
  return `${running ? "kestrel stop; " : ""}kestrel serve ${flags}`;
}

/** The command that fixes the model's failure; undefined when a command is not enough. */
export function remedyOf(
  { code, params }: { code: ErrorCode; params: ErrorParams },
  running: boolean,
): string | undefined {
  const { url, file, candidates, more, host } = params;
  switch (code) {
    case "no_model":
      return serveWith("--model /path/to/model.gguf", running);
    case "model_file_invalid":
      return "kestrel models";
    case "engine_not_found":
    case "engine_fetch_failed":
    case "engine_start_failed":
      return "kestrel engine";
    case "engine_not_ready":
    case "engine_died":
      return running ? "kestrel models ps" : "kestrel engine";
    case "window_too_small":
      if (host !== undefined) return undefined;
      return more === undefined ? "kestrel models" : serveWith(`--window ${more}`, running);
    case "model_not_chosen":
    case "model_not_found": {
      const [first] = String(candidates ?? "").split(", ");
      if (first === undefined || first === "") return undefined;
      if (url !== undefined)
        return running
          ? `kestrel models load ${shellLine([String(url), first])}`
          : `kestrel serve --url ${shellLine([String(url)])} --model ${shellLine([first])}`;
      return `${running ? "kestrel stop; " : ""}KESTREL_MODEL_NAME=${shellLine([first])} kestrel`;
    }
    case "config_invalid":
    case "loadout_invalid":
    case "auth":
      return file === undefined ? undefined : `\${EDITOR:-vi} ${shellLine([String(file)])}`;
    case "loadout_unavailable":
      return "kestrel loadout";
    case "unreachable":
      return serverCommand(String(url ?? "")) ?? serveWith("--url http://HOST:PORT", running);
    case "no_model_server":
      return serveWith("--url http://HOST:PORT", running);
    case "busy":
    case "timeout":
      return "kestrel doctor";
    default:
      return undefined;
  }
}

/** The command that starts the usual server of that port. */
function serverCommand(url: string): string | undefined {
  const port = URL.canParse(url) ? new URL(url).port : "";
  return { "11434": "ollama serve", "1234": "lms server start" }[port];
}
