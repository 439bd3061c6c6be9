import { KestrelError } from "@kestrel/core";

/** Engine flags that only Kestrel may set. A trailing `*` refuses every flag with that prefix. */
export const refusedFlags = [
  // network access
  "--host",
  "--port",
  "--reuse-port",
  "--path",
  "--api-*",
  "--cors-*",
  "--ssl-*",
  // capabilities besides completion
  "--tools*",
  "--agent",
  "--no-agent",
  "-ag",
  "-no-ag",
  "--mcp-*",
  "--ui*",
  "--webui*",
  "--props",
  "--slots",
  "--no-slots",
  "--metrics",
  "--rpc",
  "--models-*",
  // files read and written
  "--model",
  "-m",
  "--alias",
  "-a",
  "--slot-save-path",
  "--media-path",
  "--log-file",
  "--log-jsonl",
  "--log-disable",
  "--log-prompts-dir",
  "--sql-save-file",
  "--chat-template-file",
  "--video-ffmpeg-dir",
  // downloads
  "--model-url",
  "-mu*",
  "--mmproj-url",
  "-mmu*",
  "--docker-*",
  "-dr*",
  "--hf-*",
  "-hf*",
  "--spec-draft-hf*",
  "--embd-gemma-default",
  "--fim-qwen-*",
  "--gpt-oss-*",
  "--vision-gemma-*",
  // conversation format
  "--no-jinja",
  "--embedding*",
  "--rerank*",
] as const;

/** Throws `loadout_invalid` with the first refused flag, also when joined with its value (`--port=1`, `-mhere`). */
export function checkExtraArguments(extraArgs: readonly string[]): void {
  for (const argument of extraArgs) {
    const flag = refusedFlagOf(argument);
    if (flag)
      throw new KestrelError("loadout_invalid", `${flag} is Kestrel's own flag`, {
        flag,
        reason: "flag_refused",
      });
  }
}

/** The engine accepts `--api_key` as `--api-key`, so both are checked. */
function refusedFlagOf(argument: string): string | undefined {
  if (!argument.startsWith("-")) return undefined;
  const written = argument.split("=", 1)[0] ?? "";
  const flag = written.startsWith("--") ? written.replaceAll("_", "-").toLowerCase() : written;
  const refused = refusedFlags.some((pattern) => {
    if (pattern.endsWith("*")) return flag.startsWith(pattern.slice(0, -1));
    return flag === pattern || isGlued(flag, pattern);
  });
  return refused ? written : undefined;
}

/** A joined value is distinguishable from a longer flag only when it does not begin with a letter. */
function isGlued(flag: string, pattern: string): boolean {
  return flag.startsWith(pattern) && /^[^a-z-]/i.test(flag.slice(pattern.length));
}
