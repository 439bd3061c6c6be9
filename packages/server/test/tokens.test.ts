import { createHash } from "node:crypto";
import { ErrorBody } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { createDaemonClient } from "../src/client/index.ts";
import { AccessTokens } from "../src/index.ts";
import { type GivenDaemon, givenDaemon } from "./kit/given-daemon.ts";
import { memoryTokens } from "./kit/memory-tokens.ts";
import { Watcher } from "./kit/watcher.ts";

const day = 86_400_000;

describe("an access token", () => {
  it("is told once and kept as a digest, and looks without changing anything", async () => {
    const file = memoryTokens();
    const daemon = await givenDaemon({ parts: { tokens: await AccessTokens.in(file) } });
    const { secret, token } = await adds(daemon, { name: "dashboard", scopes: ["read"] });
    expect(secret).toMatch(/^kestrel_[0-9a-f]{64}$/);
    expect(JSON.stringify(file.kept())).not.toContain(secret);
    expect(file.kept()).toEqual([{ ...token, sha256: createHash("sha256").update(secret).digest("hex") }]);
    const { tokens } = await daemon.client.call("listTokens");
    expect(tokens).toEqual([token]);
    expect(JSON.stringify(tokens)).not.toMatch(/sha256|kestrel_/);
    const session = await daemon.opensSession();
    const reader = createDaemonClient({ baseUrl: daemon.url, token: secret });
    expect((await reader.call("listSessions")).sessions.map(({ id }) => id)).toEqual([session]);
    const op = { type: "send-message", opId: "op-1", text: "Delete everything." } as const;
    await expect(reader.call("sendOp", { params: { id: session }, body: op })).rejects.toMatchObject({
      status: 403,
      code: "forbidden",
    });
    const [used] = (await daemon.client.call("listTokens")).tokens;
    expect(Date.parse(used?.lastUsedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(token.createdAt));
  });

  it("does what the console can with the scope full, but gives nobody access", async () => {
    const daemon = await givenDaemon();
    const { secret, token } = await adds(daemon, { name: "editor", scopes: ["full"] });
    const editor = createDaemonClient({ baseUrl: daemon.url, token: secret });
    const { session } = await editor.call("openSession", { body: { workspace: daemon.folder } });
    expect((await daemon.client.call("listSessions")).sessions.map(({ id }) => id)).toEqual([session.id]);
    const forbidden = { status: 403, code: "forbidden" };
    const more = { name: "more", scopes: ["full" as const] };
    await expect(editor.call("addToken", { body: more })).rejects.toMatchObject(forbidden);
    await expect(editor.call("makeLoginCode", { body: {} })).rejects.toMatchObject(forbidden);
    const revoked = editor.call("revokeToken", { params: { id: token.id }, body: {} });
    await expect(revoked).rejects.toMatchObject(forbidden);
  });

  it("opens nothing once it is revoked, and its streams end; those of others go on", async () => {
    const daemon = await givenDaemon();
    const [one, other] = [
      await adds(daemon, { name: "one", scopes: ["read"] }),
      await adds(daemon, { name: "other", scopes: ["read"] }),
    ];
    const [cut, own, kept] = await Promise.all(
      [one.secret, daemon.token, other.secret].map((token) => Watcher.of({ baseUrl: daemon.url, token })),
    );
    expect([cut?.status, own?.status, kept?.status]).toEqual([200, 200, 200]);
    const { token } = await daemon.client.call("revokeToken", { params: { id: one.token.id }, body: {} });
    expect(token.name).toBe("one");
    await cut?.ended;
    expect(await statusWith(daemon, one.secret)).toBe(401);
    expect(await statusWith(daemon, other.secret)).toBe(200);
    const session = await daemon.opensSession();
    const isThere = ({ kind, frame }: { kind: string; frame?: unknown }) =>
      kind === "frame" && JSON.stringify(frame).includes(session);
    await Promise.all([own?.sees(isThere), kept?.sees(isThere)]);
    const again = daemon.client.call("revokeToken", { params: { id: one.token.id }, body: {} });
    await expect(again).rejects.toMatchObject({ status: 404, code: "not_found" });
  });

  it("ends at its time, an open stream too", async () => {
    const clock = { ms: 0 };
    const tokens = await AccessTokens.in(memoryTokens(), () => clock.ms);
    const daemon = await givenDaemon({ parts: { tokens } });
    const { secret, token } = await adds(daemon, { name: "week", scopes: ["read"], expiresInDays: 7 });
    expect(token.expiresAt).toBe("1970-01-08T00:00:00.000Z");
    clock.ms = 7 * day - 50;
    const watcher = await Watcher.of({ baseUrl: daemon.url, token: secret });
    expect(watcher.status).toBe(200);
    await watcher.ended;
    clock.ms = 7 * day;
    expect(await statusWith(daemon, secret)).toBe(401);
  });

  it("that was lent opens nothing once it is taken back, and its stream ends", async () => {
    const tokens = await AccessTokens.in(memoryTokens());
    const daemon = await givenDaemon({ parts: { tokens } });
    const secret = tokens.lend("phone", ["read"]);
    const watcher = await Watcher.of({ baseUrl: daemon.url, token: secret });
    expect(watcher.status).toBe(200);
    tokens.takeBack(secret);
    await watcher.ended;
    expect(await statusWith(daemon, secret)).toBe(401);
  });

  it("is known after a restart, beside rows that a newer Kestrel wrote, which stay", async () => {
    const newer = { id: "feedf00d", name: "mail", scopes: ["carrier-pigeon"], sha256: "0".repeat(64) };
    const file = memoryTokens([newer, "not a row"]);
    const first = await givenDaemon({ keep: true, parts: { tokens: await AccessTokens.in(file) } });
    const { secret, token } = await adds(first, { name: "ci", scopes: ["read"] });
    await first.close();
    const second = await givenDaemon({ parts: { tokens: await AccessTokens.in(file) } });
    expect(await statusWith(second, secret)).toBe(200);
    expect((await second.client.call("listTokens")).tokens.map(({ id }) => id)).toEqual([token.id]);
    await second.client.call("revokeToken", { params: { id: token.id }, body: {} });
    expect(file.kept()).toEqual([newer, "not a row"]);
  });

  it("does not exist where it could not be kept, and is revoked where that could not", async () => {
    const disk: { fails?: true } = { fails: true };
    const tokens = await AccessTokens.in(memoryTokens([], disk));
    const daemon = await givenDaemon({ parts: { tokens } });
    await expect(adds(daemon, { name: "ci", scopes: ["read"] })).rejects.toMatchObject({ status: 500 });
    expect((await daemon.client.call("listTokens")).tokens).toEqual([]);
    delete disk.fails;
    const { secret, token } = await adds(daemon, { name: "ci", scopes: ["read"] });
    disk.fails = true;
    const revoked = daemon.client.call("revokeToken", { params: { id: token.id }, body: {} });
    await expect(revoked).rejects.toMatchObject({ status: 500 });
    expect(await statusWith(daemon, secret)).toBe(401);
  });

  it("is found by the whole secret alone, whatever is sent in its place", async () => {
    const daemon = await givenDaemon();
    const { secret, token } = await adds(daemon, { name: "ci", scopes: ["read"] });
    const digest = createHash("sha256").update(secret).digest("hex");
    const wrong = [secret.slice(0, -1), `${secret}0`, secret.toUpperCase(), token.id, token.name, digest];
    for (const given of wrong) expect(await statusWith(daemon, given)).toBe(401);
    expect(await statusWith(daemon, secret)).toBe(200);
  });

  it.each([
    { name: "", scopes: ["read"] },
    { name: " ", scopes: ["read"] },
    { name: "x".repeat(61), scopes: ["read"] },
    { name: "ci", scopes: [] },
    { name: "ci", scopes: ["owner"] },
    { name: "ci", scopes: ["read", "everything"] },
    { name: "ci", scopes: "read" },
    { name: "ci", scopes: ["read"], expiresInDays: 0 },
    { name: "ci", scopes: ["read"], expiresInDays: 1.5 },
    { name: "ci", scopes: ["read"], expiresInDays: 1e9 },
    { name: "ci", scopes: ["read"], sha256: "0".repeat(64) },
  ])("is not made of %j", async (body) => {
    const daemon = await givenDaemon();
    const answer = await fetch(`${daemon.url}/api/v1/tokens`, {
      method: "POST",
      headers: { authorization: `Bearer ${daemon.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
    expect(ErrorBody.parse(await answer.json()).error.code).toBe("invalid_request");
    expect((await daemon.client.call("listTokens")).tokens).toEqual([]);
  });
});

describe("wrong tokens", () => {
  it("are told to wait after thirty in a minute; right ones go on", async () => {
    const daemon = await givenDaemon();
    for (let tries = 0; tries < 30; tries++) expect(await statusWith(daemon, `wrong${tries}`)).toBe(401);
    expect(await statusWith(daemon, "wrong")).toBe(429);
    expect(await statusWith(daemon, daemon.token)).toBe(200);
    daemon.clock.ms += 60_000;
    expect(await statusWith(daemon, "wrong")).toBe(401);
  });
});

type Wish = { name: string; scopes: ("read" | "full")[]; expiresInDays?: number };

function adds({ client }: GivenDaemon, body: Wish) {
  return client.call("addToken", { body });
}

async function statusWith({ url }: GivenDaemon, token: string): Promise<number> {
  const { status } = await fetch(`${url}/api/v1/status`, { headers: { authorization: `Bearer ${token}` } });
  return status;
}
