import { describe, expect, it } from "vitest";
import { engineArguments, engineEnvironment } from "../../src/engine/engine-arguments.ts";
import { readFlags } from "../../src/engine/engine-flags.ts";

const spec = { source: "self", enginePath: "/e", modelPath: "/m.gguf", runFolder: "/run" } as const;
const forced = { port: 5000, keyFile: "/run/engine.key", slotFolder: "/run/slots" };

describe("the engine's command line", () => {
  it("says only what was asked for, and last what nobody may change", () => {
    const tuned = {
      ...spec,
      ...{
        window: 8192,
        threads: 1,
        gpuLayers: 0,
        extraArgs: ["-np", "4"],
        templateFile: "/t.jinja",
        projectorPath: "/p.gguf",
      },
    };
    expect(engineArguments(tuned, forced, () => true).join(" ")).toBe(
      "-m /m.gguf -c 8192 -t 1 -ngl 0 --mmproj /p.gguf -lv 4 -np 4 --host 127.0.0.1 --port 5000 --jinja --offline --no-webui -np 1 -sps 0.9 --sse-ping-interval 1 --chat-template-file /t.jinja --slot-save-path /run/slots --api-key-file /run/engine.key",
    );
    expect(engineArguments(spec, forced, () => true)).not.toContain("-t");
  });

  it("lets a demonstration throw no dice and keep no other conversation, unless its user wants it to", () => {
    const told = engineArguments({ ...spec, demo: true, extraArgs: ["--temp", "1"] }, forced, () => true);
    expect(told.join(" ")).toContain("--temp 0 --cache-ram 0 -lv 4 --temp 1 ");
    expect(engineArguments(spec, forced, () => true)).not.toContain("--temp");
  });

  it("leaves out what an older build does not know", () => {
    const flags = new Set(
      readFlags("  -sps,  --slot-prompt-similarity N   how much\n--offline  no net, see --no-webui\n"),
    );
    expect([...flags]).toEqual(["-sps", "--slot-prompt-similarity", "--offline"]);
    expect(engineArguments(spec, forced, (flag) => flags.has(flag)).join(" ")).toBe(
      "-m /m.gguf --host 127.0.0.1 --port 5000 --jinja --offline -np 1 -sps 0.9 --api-key-file /run/engine.key",
    );
  });

  it("gives the engine what a GPU needs and nothing that is secret", () => {
    const environment = {
      ...{ PATH: "/bin", HOME: "/h", LD_LIBRARY_PATH: "/l", CUDA_VISIBLE_DEVICES: "1", GGML_CUDA_X: "1" },
      ...{
        LLAMA_ARG_PORT: "1",
        LLAMA_API_KEY: "k",
        HF_TOKEN: "t",
        GITHUB_TOKEN: "t",
        AWS_SECRET_ACCESS_KEY: "s",
      },
      ...{ KESTREL_X: "1", NODE_OPTIONS: "-r x", https_proxy: "p", SSH_AUTH_SOCK: "/s", UNSET: undefined },
    };
    expect(Object.keys(engineEnvironment(environment)).sort()).toEqual([
      ...[
        "CUDA_VISIBLE_DEVICES",
        "GGML_CUDA_X",
        "HOME",
        "LD_LIBRARY_PATH",
        "LLAMA_SERVER_ROUTER_PORT",
        "PATH",
      ],
    ]);
  });
});
