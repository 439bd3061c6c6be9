import { describe, expect, it, onTestFinished } from "vitest";
import { startWordServer } from "../bench/word-server.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

/** A server that says the same to everything, and what it was asked. */
async function givenServer() {
  const asked: string[] = [];
  const server = await startWordServer(async (say, body) => {
    asked.push(body);
    say("A plan.");
  });
  onTestFinished(() => server.close());
  return { url: server.url, asked };
}

describe("kestrel run with a slash command", () => {
  it("calls a prompt by its name, as the terminal does", async () => {
    const { url, asked } = await givenServer();
    const home = await kestrelHome({});
    const { code, out } = await kestrel(home, [
      "run",
      "/plan tidy the notes",
      "--approve",
      "edits",
      "--url",
      url,
    ]);
    expect({ code, out: out.trim() }).toEqual({ code: 0, out: "A plan." });
    const turn = asked.find((body) => body.includes("tidy the notes")) ?? "";
    expect(turn).not.toContain("/plan");
    expect(turn.length).toBeGreaterThan(0);
  });

  it.each([
    ["/undo", "kestrel undo"],
    ["/mode plan", "kestrel run --mode"],
    ["/larger yes", "/larger"],
    ["/unod", "/undo"],
  ])("refuses %s, names what does it, and sends nothing", async (task, named) => {
    const { url, asked } = await givenServer();
    const home = await kestrelHome({});
    const { code, err } = await kestrel(home, ["run", task, "--url", url]);
    expect(code).toBe(2);
    expect(err).toContain(named);
    expect(asked.filter((body) => body.includes(task))).toEqual([]);
  });
});
