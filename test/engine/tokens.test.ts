import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createDaemonClient } from "@kestrel/server/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { startWordServer } from "../bench/word-server.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

async function given() {
  const server = await startWordServer(async (say) => say("Yes."));
  onTestFinished(() => server.close());
  const home = await kestrelHome({ config: `[model]\nurl = "${server.url}"\n` });
  return { home, tokens: (...words: string[]) => kestrel(home, ["tokens", ...words], { input: "" }) };
}

type Made = { secret: string; token: { id: string; name: string; scopes: string[] } };

describe("kestrel tokens", () => {
  it("makes a token that a later daemon knows, lists it without its secret, and revokes it", async () => {
    const { home, tokens } = await given();
    const added = await tokens("add", "my", "dashboard", "--days", "30");
    expect(added.code).toBe(0);
    const secret = added.out.trim();
    expect(added.out).toMatch(/^kestrel_[0-9a-f]{64}\n$/);
    expect(added.err).toContain("my dashboard");
    expect(added.err).not.toContain(secret);
    const file = join(home.dataFolder, "tokens.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).not.toContain(secret);
    await kestrel(home, ["run", "-q", "hello"], { input: "" });
    const url = await readFile(join(home.dataFolder, "run", "url"), "utf8");
    const reader = createDaemonClient({ baseUrl: url, token: secret });
    expect((await reader.call("listSessions")).sessions).toHaveLength(1);
    await expect(reader.call("stopDaemon", { body: {} })).rejects.toMatchObject({ code: "forbidden" });
    const listed = await tokens("--json");
    expect(listed.out).not.toMatch(/kestrel_|sha256/);
    const [token] = (JSON.parse(listed.out) as { tokens: Made["token"][] }).tokens;
    expect(token).toMatchObject({ name: "my dashboard", scopes: ["read"] });
    const revoked = await tokens("revoke", token?.id ?? "");
    expect(revoked).toMatchObject({ code: 0, out: "Revoked my dashboard. It no longer works.\n" });
    await expect(reader.call("listSessions")).rejects.toMatchObject({ code: "unauthorized" });
    expect((await tokens()).out).toMatch(/^No access tokens\. .* tokens add NAME` makes one\.\n$/);
  });

  it("gives both as JSON for a script", async () => {
    const { tokens } = await given();
    const { out } = await tokens("add", "editor", "--scope", "full", "--json");
    const { secret, token } = JSON.parse(out) as Made;
    expect({ secret, token }).toMatchObject({
      secret: expect.stringMatching(/^kestrel_/),
      token: { name: "editor", scopes: ["full"] },
    });
    expect(JSON.parse((await tokens("revoke", token.id, "--json")).out)).toMatchObject({ revoked: token });
  });

  it.each([
    [["add"], "`tokens add` needs NAME."],
    [["add", "x", "--scope", "owner"], "--scope takes read | full | model | channel:NAME, not `owner`."],
    [["add", "x", "--days", "0"], "tokens add NAME"],
    [["add", "x", "--days", "soon"], "tokens add NAME"],
    [["revoke"], "`tokens revoke` needs ID."],
    [["revoke", "a", "b"], "`tokens revoke` does not take `b`."],
    [["constructor"], "`tokens` has no `constructor`. It has: list, add, pair, revoke."],
    [["list", "x"], "`tokens list` does not take `x`."],
  ])("says how it is written for %j", async (words, expected) => {
    const { tokens } = await given();
    const { code, err } = await tokens(...words);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(expected) });
  });
});
