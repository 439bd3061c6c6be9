import { describe, expect, it } from "vitest";
import { landingOf } from "../../src/doctor/check-landing.ts";

const profile = (calls: number, text: number, server = "llama-cpp b11669", source = "/models/tiny.gguf") => ({
  ...{ server, model: "tiny", template: "6bbd8df16831", source },
  landing: { calls, recovered: { text, reasoning: 1 }, repaired: {}, rejected: 0, unparsed: 0 },
});

describe("what the doctor reads from past calls", () => {
  it("is nothing before there are ten of them", () => {
    expect(landingOf({ server: "llama-cpp", model: "tiny", template: "" })).toBeUndefined();
    expect(landingOf(profile(9, 9))).toBeUndefined();
  });

  it("is well up to three in ten found in the text, and a warning beyond", () => {
    expect(landingOf(profile(10, 3))).toEqual({
      level: "ok",
      sentence: "doctor.landing.ok",
      facts: { calls: 10, share: 30 },
    });
    expect(landingOf(profile(100, 31))).toMatchObject({
      level: "warn",
      sentence: "doctor.landing.warn",
      facts: { calls: 100, share: 31 },
    });
  });

  it.each([
    ["a model file of ours", profile(10, 9), "kestrel models"],
    [
      "a llama-server of somebody's",
      profile(10, 9, "llama-cpp b11669", "http://127.0.0.1:8080"),
      "llama-server --jinja --chat-template-file TEMPLATE.jinja -m MODEL.gguf",
    ],
    ["Ollama", profile(10, 9, "ollama", "ollama"), "ollama show --template 'tiny'"],
    ["LM Studio", profile(10, 9, "lm-studio", "lm-studio"), undefined],
  ])("has a remedy for %s", (_, known, fix) => {
    expect(landingOf(known)?.fix).toBe(fix);
  });
});
