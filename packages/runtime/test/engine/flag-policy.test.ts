import { KestrelError } from "@kestrel/core";
import { describe, expect, it } from "vitest";
import { checkExtraArguments, refusedFlags } from "../../src/engine/flag-policy.ts";

function refusal(...extraArgs: string[]) {
  try {
    checkExtraArguments(extraArgs);
    return undefined;
  } catch (error) {
    return error instanceof KestrelError ? { code: error.code, flag: error.params.flag } : error;
  }
}

describe("the user's own engine arguments", () => {
  it("may tune the model", () => {
    expect(
      refusal(
        ...["-ngl", "99", "-fa", "on", "-ctk", "q8_0", "--cache-ram", "2048", "-ts", "3,1", "--mlock"],
        ...["-md", "draft.gguf", "-mm", "vision.gguf", "-mg", "0", "--temp", "-0.5", "--seed", "-1"],
        ...[
          "--chat-template-kwargs",
          '{"enable_thinking":false}',
          "-rea",
          "off",
          "-ub",
          "1024",
          "-dev",
          "CUDA0",
        ],
      ),
    ).toBeUndefined();
  });

  it.each(refusedFlags.map((flag) => flag.replace("*", "")))("may not have %s", (flag) => {
    expect(refusal("-fa", "on", flag, "value")).toEqual({ code: "loadout_invalid", flag });
  });

  it.each([
    ["--port=80", "--port"],
    ["--api_key=x", "--api_key"],
    ["--API-KEY", "--API-KEY"],
    ["--api-key-file=/etc/passwd", "--api-key-file"],
    ["--hf-repo=a/b", "--hf-repo"],
    ["-hfa/b", "-hfa/b"],
    ["-m/etc/passwd", "-m/etc/passwd"],
    ["--port8080", "--port8080"],
    ["--webui-mcp-proxy", "--webui-mcp-proxy"],
    ["--models-dir", "--models-dir"],
  ])("may not hide one as %s", (argument, flag) => {
    expect(refusal(argument)).toEqual({ code: "loadout_invalid", flag });
  });
});
