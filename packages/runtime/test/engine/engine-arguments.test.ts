import { describe, expect, it } from "vitest";
import { engineArguments } from "../../src/engine/engine-arguments.ts";
import { readFlags } from "../../src/engine-program/engine-flags.ts";

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
      "-m /m.gguf -c 8192 -t 1 -ngl 0 --mmproj /p.gguf -lv 4 -np 4 --host 127.0.0.1 --port 5000 --jinja --offline --no-webui --no-slots --cors-origins https://nobody.invalid --no-cors-credentials -np 1 -sps 0.9 --sse-ping-interval 1 --chat-template-file /t.jinja --slot-save-path /run/slots --api-key-file /run/engine.key",
    );
    expect(engineArguments(spec, forced, () => true)).not.toContain("-t");
  });

  it("runs a model without chance, and two conversations in a small window, where it is to, unless its user wants otherwise", () => {
    const small = { ...spec, repeatable: true, slots: 2, extraArgs: ["--temp", "1"] };
    const told = engineArguments({ ...small, window: 4096 }, forced, () => true).join(" ");
    expect(told).toContain("-c 8192 --temp 0 --cache-ram 0 --ubatch-size 128 -lv 4 --temp 1 ");
    expect(told).toContain(" -np 2 --no-kv-unified -sps 0.9 ");
    // A larger one, or one that nobody told, is run as every other model is.
    for (const window of [undefined, 32_768]) {
      const other = engineArguments({ ...small, window }, forced, () => true).join(" ");
      expect(other).toContain(" -np 1 -sps 0.9 ");
      expect(other).not.toMatch(/cache-ram|ubatch/);
    }
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
});
