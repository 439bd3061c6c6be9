import { describe, expect, it } from "vitest";
import { CommandFailure } from "../../src/failure-of.ts";
import { speaker } from "../../src/i18n/say.ts";
import { flagsToGoOn } from "../../src/repl/flags-to-go-on.ts";
import { lostLines } from "../../src/repl/lost-lines.ts";

const say = await speaker("en", () => "kestrel");
const paint = (_: string, text: string) => text;
const told = (error: unknown, other?: number) =>
  lostLines(error, {
    pid: 7,
    other,
    unsent: ["half a thought"],
    session: "s1",
    flags: " --url http://127.0.0.1:8080",
    say,
    paint,
  }).join("\n");

it("goes on with the model of the daemon that ended, whatever else it was started with", () => {
  const flag = (where: string, value: string | number) =>
    ({ key: "k", value, origin: "flag", where }) as const;
  const own = { key: "model.url", value: "http://a", origin: "user", where: "config.toml" } as const;
  expect(
    flagsToGoOn([own, flag("--model", "/my models/a.gguf"), flag("--window", 8192), flag("--port", 1)]),
  ).toBe(" --model '/my models/a.gguf' --window 8192");
  const source = { key: "model.source", value: "connect", origin: "flag", where: "--url" } as const;
  expect(flagsToGoOn([source, flag("--url", "http://a"), flag("--model", "falcon")])).toBe(
    " --url http://a --model falcon",
  );
});

describe("a dialogue whose daemon is gone", () => {
  it("says so, what was not sent, and how to go on", () => {
    const lines = told(new CommandFailure("daemon_unreachable", { url: "http://127.0.0.1:1" }));
    expect(lines).toMatch(
      /^Kestrel \(pid 7\) has ended\.\nNot sent: half a thought\nTo continue .*`kestrel -r s1 --url http:\/\/127\.0\.0\.1:8080`/,
    );
  });

  it("does not blame its token when another daemon stands at the address", () => {
    const lines = told(new CommandFailure("unauthorized"), 9);
    expect(lines).toContain("Kestrel (pid 7) has ended.");
    expect(lines).toContain("Another Kestrel is already running (pid 9).");
    expect(lines).not.toContain("token");
    expect(lines).toMatch(/To continue .*`kestrel -r s1`/);
  });

  it("says what it is told where that is nothing of the kind", () => {
    expect(told(new CommandFailure("unauthorized"))).toContain("refused this token");
  });
});
