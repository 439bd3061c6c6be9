import { join } from "node:path";
import type { OwnEngineSpec } from "./engine-spec.ts";

/** Values that override the user's: of two equal flags the engine takes the last. */
export type Forced = { port: number; keyFile: string; slotFolder: string };

/** Kestrel's files beside the engine's record. */
export const forcedPaths = (runFolder: string) => ({
  keyFile: join(runFolder, "engine.key"),
  slotFolder: join(runFolder, "slots"),
});

/** The engine's arguments; the user's own passed the flag policy. `knows` tells whether the build has a flag; unknown ones are omitted. */
export function engineArguments(
  spec: OwnEngineSpec,
  forced: Forced,
  knows: (flag: string) => boolean,
): string[] {
  const ifKnown = (flag: string, ...values: string[]) => (knows(flag) ? [flag, ...values] : []);
  const slots = slotsOf(spec);
  return [
    ...["-m", spec.modelPath],
    ...(spec.window === undefined ? [] : ["-c", String(slots * spec.window)]),
    ...(spec.threads === undefined ? [] : ["-t", String(spec.threads)]),
    ...(spec.gpuLayers === undefined ? [] : ["-ngl", String(spec.gpuLayers)]),
    ...(spec.cacheType === undefined ? [] : ["-ctk", spec.cacheType, "-ctv", spec.cacheType]),
    ...(spec.flashAttention === undefined ? [] : ["-fa", spec.flashAttention]),
    ...(spec.draftPath === undefined ? [] : ["-md", spec.draftPath]),
    ...(spec.projectorPath === undefined ? [] : ["--mmproj", spec.projectorPath]),
    ...(spec.repeatable === true ? ["--temp", "0"] : []),
    // Several small slots replace the host-memory cache of other conversations.
    ...(slots > 1 ? [...ifKnown("--cache-ram", "0"), ...ifKnown("--ubatch-size", "128")] : []),
    ...(spec.beside === true ? ifKnown("--cache-ram", "0") : []),
    ...(spec.embeddings === undefined ? [] : ["--embeddings"]),
    ...(spec.embeddings === "mean" ? ["--pooling", "mean"] : []),
    // Logs memory use; lower levels do not.
    ...ifKnown("-lv", "4"),
    ...(spec.extraArgs ?? []),
    ...["--host", "127.0.0.1", "--port", String(forced.port), "--jinja"],
    ...ifKnown("--offline"),
    ...ifKnown("--no-webui"),
    // Slots contain the conversation; pages of other origins must not read them.
    ...ifKnown("--no-slots"),
    ...ifKnown("--cors-origins", "https://nobody.invalid"),
    ...ifKnown("--no-cors-credentials"),
    ...["-np", String(slots)],
    ...(slots > 1 ? ifKnown("--no-kv-unified") : []),
    // Prevents a conversation from taking another's slot because of the shared system prompt.
    ...ifKnown("-sps", "0.9"),
    // A cancelled stream is detected within a second.
    ...ifKnown("--sse-ping-interval", "1"),
    ...(spec.templateFile === undefined ? [] : ifKnown("--chat-template-file", spec.templateFile)),
    ...ifKnown("--slot-save-path", forced.slotFolder),
    ...["--api-key-file", forced.keyFile],
  ];
}

/** Tokens; twice the window of kestrel-nano. Two larger windows would take unexpectedly much memory. */
const smallWindow = 8_192;

/**
 * The requested number with a small window: two take 58 MiB with kestrel-nano, against 78 of the host-memory cache (ADR 40). With a large
 * or unknown window one slot, and the engine's own cache.
 */
const slotsOf = ({ slots = 1, window }: OwnEngineSpec): number =>
  window !== undefined && window <= smallWindow ? slots : 1;
