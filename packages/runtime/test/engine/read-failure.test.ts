import { describe, expect, it } from "vitest";
import { isHopeless, readFailure } from "../../src/engine/read-failure.ts";

const failureAfter = (...lines: string[]) => readFailure({ kind: "exited", code: 1 }, ["loading", ...lines]);

describe("why an engine did not start", () => {
  it.each([
    [
      "failed to open GGUF file 'm.gguf' (No such file or directory)",
      "model_file_invalid",
      "unreadable",
      true,
    ],
    ["invalid magic characters: 'NOTA', expected 'GGUF'", "model_file_invalid", "not_gguf", true],
    [
      "tensor 'x' data is not within the file bounds, model is corrupted or incomplete",
      "model_file_invalid",
      "truncated",
      true,
    ],
    ["couldn't bind HTTP server socket, hostname: 127.0.0.1, port: 18080", "port_in_use", "port", false],
    ["error: invalid argument: --x", "engine_start_failed", "arguments", true],
    ['error while handling argument "-c": stoi', "engine_start_failed", "arguments", true],
    ["failed to allocate buffer for kv cache", "engine_start_failed", "memory", false],
    ["quantized V cache requires flash_attn to be enabled", "engine_start_failed", "flash_attention", true],
    ["no backends are loaded", "engine_start_failed", "no_backend", true],
    ["something new", "engine_start_failed", "exited", false],
  ])("reads %s", (line, code, reason, hopeless) => {
    const failure = failureAfter(line, "exiting due to model loading error");
    expect(failure).toMatchObject({ code, params: { reason, exitCode: 1 } });
    expect(failure.params.detail).toContain(line);
    expect(isHopeless(failure)).toBe(hopeless);
  });

  it("names the signal when it did not go by itself", () => {
    expect(readFailure({ kind: "signalled", signal: "SIGSEGV" }, [])).toMatchObject({
      params: { reason: "signalled", signal: "SIGSEGV" },
    });
  });
});
