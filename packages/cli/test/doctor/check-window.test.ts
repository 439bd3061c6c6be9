import { describe, expect, it } from "vitest";
import { windowOf } from "../../src/doctor/check-window.ts";

const connected = { named: true, own: false, running: false };

describe("the doctor on the window", () => {
  it.each([
    ["llama-cpp b11669", { named: true, own: true, running: false }, "kestrel serve --window 16384"],
    ["llama-cpp b1", { named: true, own: true, running: true }, "kestrel stop; kestrel serve --window 16384"],
    ["ollama 0.13.0", connected, "kestrel serve --window 16384"],
    ["lm-studio", connected, "lms load --context-length 16384"],
    ["llama-cpp b11669", connected, "llama-server -c 16384"],
  ])("says where a small one is widened: %s, %j", (server, place, fix) => {
    expect(windowOf({ server, window: 16_383 }, place)).toMatchObject({ level: "warn", fix });
  });

  it("advises no more than the model has, and nothing where it has no more", () => {
    const ollama = { server: "ollama 0.13.0", window: 4_096 };
    expect(windowOf(ollama, { ...connected, trained: 8_192 })).toMatchObject({
      level: "warn",
      fix: "kestrel serve --window 8192",
    });
    expect(windowOf({ ...ollama, window: 8_192 }, { ...connected, trained: 8_192 })).toEqual({
      level: "warn",
      sentence: "doctor.window.small",
      facts: { window: 8_192 },
    });
  });

  it("is content with enough, and with whatever the test model has", () => {
    expect(windowOf({ server: "openai", window: 16_384 }, connected).level).toBe("ok");
    const unnamed = windowOf(
      { server: "llama-cpp", window: 8_192 },
      { named: false, own: false, running: false },
    );
    expect(unnamed).toEqual({ level: "ok", sentence: "doctor.window.small", facts: { window: 8_192 } });
  });

  it("says when the server does not tell", () => {
    expect(windowOf({ server: "openai" }, connected)).toMatchObject({ sentence: "doctor.window.unknown" });
  });
});
