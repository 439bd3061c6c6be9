import type { ErrorCode } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { remedyOf } from "../../src/doctor/remedy-of.ts";

describe("the doctor's remedy for a model that does not answer", () => {
  it.each<[ErrorCode, Record<string, string>, boolean, string | undefined]>([
    ["no_model", {}, false, "kestrel serve --model /path/to/model.gguf"],
    ["no_model", {}, true, "kestrel stop; kestrel serve --model /path/to/model.gguf"],
    ["window_too_small", { more: "8192" }, true, "kestrel stop; kestrel serve --window 8192"],
    ["window_too_small", {}, true, "kestrel models"],
    ["model_not_chosen", { candidates: "qwen3:8b, llama" }, false, "KESTREL_MODEL_NAME=qwen3:8b kestrel"],
    ["model_not_chosen", { candidates: "a b, c" }, true, "kestrel stop; KESTREL_MODEL_NAME='a b' kestrel"],
    ["model_not_found", {}, false, undefined],
    [
      "model_not_chosen",
      { url: "http://127.0.0.1:9", candidates: "a b, c" },
      true,
      "kestrel models load http://127.0.0.1:9 'a b'",
    ],
    [
      "model_not_found",
      { url: "http://127.0.0.1:9", candidates: "a, c" },
      false,
      "kestrel serve --url http://127.0.0.1:9 --model a",
    ],
    ["auth", { file: "/home/me/my config.toml" }, false, `\${EDITOR:-vi} '/home/me/my config.toml'`],
    ["unreachable", { url: "http://127.0.0.1:9" }, false, "kestrel serve --url http://HOST:PORT"],
    ["unreachable", { url: "http://127.0.0.1:11434" }, true, "ollama serve"],
    ["engine_not_found", {}, false, "kestrel engine"],
    ["template", {}, false, undefined],
  ])("%s %j, with a daemon running: %s, is %s", (code, params, running, command) => {
    expect(remedyOf({ code, params }, running)).toBe(command);
  });
});
