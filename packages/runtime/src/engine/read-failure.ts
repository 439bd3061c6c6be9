import { KestrelError } from "@kestrel/core";
import type { ErrorParams } from "@kestrel/protocol";
import type { SupervisedEnd } from "../command/supervise.ts";

type Reason = {
  pattern: RegExp;
  code: "engine_start_failed" | "model_file_invalid" | "port_in_use";
  reason: string;
};

/** Error messages of llama-server, which always exits with 1. The first match counts. */
const reasons: readonly Reason[] = [
  { pattern: /couldn't bind|address already in use/i, code: "port_in_use", reason: "port" },
  { pattern: /failed to open GGUF file/i, code: "model_file_invalid", reason: "unreadable" },
  { pattern: /invalid magic|failed to read magic/i, code: "model_file_invalid", reason: "not_gguf" },
  {
    pattern: /not within the file bounds|corrupted or incomplete|failed to read (key-value|tensor)/i,
    code: "model_file_invalid",
    reason: "truncated",
  },
  { pattern: /unknown model architecture/i, code: "model_file_invalid", reason: "architecture" },
  {
    pattern: /invalid argument|error while handling argument/i,
    code: "engine_start_failed",
    reason: "arguments",
  },
  { pattern: /chat template is not supported/i, code: "engine_start_failed", reason: "template" },
  { pattern: /no backends are loaded/i, code: "engine_start_failed", reason: "no_backend" },
  {
    pattern: /failed to allocate|out of memory|cudaMalloc failed|insufficient memory|bad_alloc/i,
    code: "engine_start_failed",
    reason: "memory",
  },
  { pattern: /requires flash_attn/i, code: "engine_start_failed", reason: "flash_attention" },
  {
    pattern: /error while loading shared libraries|version `GLIBC/i,
    code: "engine_start_failed",
    reason: "libraries",
  },
];

/** Reasons that would fail the next start too. */
const lasting = new Set(
  reasons.map(({ reason }) => reason).filter((reason) => reason !== "port" && reason !== "memory"),
);

/** Why an engine ended before it answered; `detail` has its last output. */
export function readFailure(end: SupervisedEnd, lines: readonly string[]): KestrelError {
  const detail = lines.slice(-6).join("\n").slice(-1500);
  if (end.kind === "not-started") {
    return new KestrelError("engine_start_failed", "the engine's program did not start", {
      reason: "program",
      detail: end.detail,
    });
  }
  const said = lines.join("\n");
  const known = reasons.find(({ pattern }) => pattern.test(said));
  const reason = known?.reason ?? end.kind;
  return new KestrelError(known?.code ?? "engine_start_failed", `the engine ended: ${reason}`, {
    reason,
    detail,
    ...describeEnd(end),
  });
}

/** How a process ended, as message parameters. */
export function describeEnd(end: SupervisedEnd): ErrorParams {
  switch (end.kind) {
    case "exited":
      return { exitCode: end.code };
    case "signalled":
      return { signal: end.signal };
    case "not-started":
      return { detail: end.detail };
    default:
      return end satisfies never;
  }
}

/** Whether retrying with the same arguments is pointless. */
export function isHopeless(failure: KestrelError): boolean {
  const { reason } = failure.params;
  return reason === "program" || (typeof reason === "string" && lasting.has(reason));
}
