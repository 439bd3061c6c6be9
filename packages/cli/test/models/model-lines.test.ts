import { describe, expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { elsewhereLine } from "../../src/models/elsewhere-line.ts";
import { modelLines } from "../../src/models/model-lines.ts";

const model = { label: "tiny", named: true, limits: [] };

describe("which model answers", () => {
  it.each(["en", "zh-CN"] as const)("is told with every limit it has (%s)", async (language) => {
    const say = await speaker(language);
    const limits = ["window_small", "window_unknown", "cpu_engine", "elsewhere"] as const;
    const lines = modelLines({ ...model, limits: [...limits], more: "16384" }, say, "/config.toml");
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain("tiny");
    expect(lines[1]).toContain("--window 16384");
    expect(lines[3]).toContain("/config.toml");
    expect(modelLines(model, say, "")).toHaveLength(1);
    const [, whole] = modelLines({ ...model, limits: ["window_small"] }, say, "");
    expect(whole).not.toContain("--window");
    const [, half] = modelLines({ ...model, limits: ["window_small"], more: "8192" }, say, "");
    expect(half).toContain("--window 8192");
  });

  it.each(["en", "zh-CN"] as const)(
    "is told to be elsewhere when a session begins (%s)",
    async (language) => {
      const say = await speaker(language);
      const url = "http://192.168.1.7:8080";
      expect(elsewhereLine({ state: "ready", elsewhere: url }, say)).toContain(url);
      expect(elsewhereLine({ state: "ready" }, say)).toBeUndefined();
    },
  );

  it("is labelled where it is for demonstration, and otherwise where nobody named one", async () => {
    const say = await speaker("en");
    expect(modelLines({ ...model, notice: "demonstration" }, say, "")[0]).toContain(
      "tiny. Its loadout calls it",
    );
    expect(modelLines({ ...model, named: false, notice: "demonstration" }, say, "")[0]).toContain(
      "tiny, a demonstration. See",
    );
  });
});
