import { once } from "node:events";
import { get, request } from "node:https";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createDaemonClient } from "../src/client/index.ts";
import { AccessTokens } from "../src/index.ts";
import { givenDaemon } from "./kit/given-daemon.ts";
import { memoryTokens } from "./kit/memory-tokens.ts";
import { askRemotely, remotePlace } from "./kit/remote-place.ts";

const minute = 60_000;

// Other systems have no 127.0.0.2.
describe.skipIf(process.platform !== "linux")("another device", () => {
  it("gets a token of its own by a code, and does with it what the console can", async () => {
    const { daemon, there, pairs } = await given();
    const { code, link, seconds, remote } = await pairs("phone");
    expect(code).toMatch(/^[A-HJKMNP-TV-Z2-9]{8}$/);
    expect({ link, seconds, remote }).toEqual({
      link: `${there.url}/login#c=${code}`,
      seconds: 600,
      remote: there.access,
    });
    const token = await logsIn(there, `${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `);
    expect(token).toMatch(/^kestrel_[0-9a-f]{64}$/);
    const [listed] = (await daemon.client.call("listTokens")).tokens;
    expect(listed).toMatchObject({ name: "phone", scopes: ["full"] });
    const workspace = { workspace: daemon.folder };
    const opened = await askRemotely(there, "/api/v1/sessions", { method: "POST", token, body: workspace });
    expect(opened.status).toBe(201);
    expect((await daemon.client.call("listSessions")).sessions).toHaveLength(1);
    expect((await daemon.client.call("status")).remote).toEqual(there.access);
  });

  it("is let in by no key of this machine, and gives nobody access", async () => {
    const { daemon, there, pairs } = await given();
    const { token: browser } = await daemon.client.call("login", {
      body: { code: new URL(daemon.loginLink()).hash.slice(3) },
    });
    for (const token of [daemon.token, browser, undefined, "wrong"])
      expect((await askRemotely(there, "/api/v1/status", { token })).status).toBe(401);
    expect(await createDaemonClient({ baseUrl: daemon.url, token: browser }).call("status")).toBeTruthy();
    const token = await logsIn(there, (await pairs("phone")).code);
    const more = { method: "POST", token, body: { name: "more", scopes: ["full"] } };
    expect((await askRemotely(there, "/api/v1/tokens", more)).status).toBe(403);
    expect((await askRemotely(there, "/api/v1/pairings", more)).status).toBe(403);
    expect(
      (await askRemotely(there, "/api/v1/login-codes", { method: "POST", token, body: {} })).status,
    ).toBe(403);
    expect((await askRemotely(there, "/api/v1/tokens", { token })).status).toBe(403);
  });

  it("is let in by no key that a part of this process has", async () => {
    const tokens = await AccessTokens.in(memoryTokens());
    const { daemon, there } = await given([], tokens);
    const key = tokens.lend("phone", ["full"]);
    expect((await askRemotely(there, "/api/v1/status", { token: key })).status).toBe(401);
    expect(await createDaemonClient({ baseUrl: daemon.url, token: key }).call("status")).toBeTruthy();
  });

  it("uses no link of this machine, nor this machine a code for another", async () => {
    const { daemon, there, pairs } = await given();
    const local = new URL(daemon.loginLink()).hash.slice(3);
    await expect(logsIn(there, local)).rejects.toThrow("401");
    const { code } = await pairs("phone");
    await expect(daemon.client.call("login", { body: { code } })).rejects.toMatchObject({
      code: "code_invalid",
    });
    expect(await logsIn(there, code)).toMatch(/^kestrel_/);
  });

  it("is out at once when its token is revoked, its stream too", async () => {
    const { daemon, there, pairs } = await given();
    const token = await logsIn(there, (await pairs("phone")).code);
    const stream = get(new URL("/api/v1/events", there.url), {
      ...{ ca: there.certificate, agent: false, headers: { authorization: `Bearer ${token}` } },
    });
    stream.on("error", () => undefined);
    const [answer] = await once(stream, "response");
    expect(answer.statusCode).toBe(200);
    answer.on("error", () => undefined).resume();
    const ended = once(answer, "close");
    const [{ id = "" } = {}] = (await daemon.client.call("listTokens")).tokens;
    await daemon.client.call("revokeToken", { params: { id }, body: {} });
    await ended;
    expect((await askRemotely(there, "/api/v1/status", { token })).status).toBe(401);
    expect(daemon.clients()).toBe(0);
  });

  it("is told that its code is wrong five times, and then no code opens any more", async () => {
    const { daemon, there, pairs } = await given();
    const { code } = await pairs("phone");
    for (let tries = 0; tries < 5; tries++) await expect(logsIn(there, "WRONGWRG")).rejects.toThrow("401");
    await expect(logsIn(there, code)).rejects.toThrow("429");
    daemon.clock.ms += minute;
    await expect(logsIn(there, code)).rejects.toThrow("401");
    expect(await logsIn(there, (await pairs("phone")).code)).toMatch(/^kestrel_/);
  });

  it("uses a code once, within ten minutes, and only the newest", async () => {
    const { daemon, there, pairs } = await given();
    const first = await pairs("phone");
    const second = await pairs("tablet");
    await expect(logsIn(there, first.code)).rejects.toThrow("401");
    await logsIn(there, second.code);
    await expect(logsIn(there, second.code)).rejects.toThrow("401");
    const third = await pairs("laptop");
    daemon.clock.ms += 10 * minute + 1;
    await expect(logsIn(there, third.code)).rejects.toThrow("401");
    expect((await daemon.client.call("listTokens")).tokens.map(({ name }) => name)).toEqual(["tablet"]);
  });

  it("waits after thirty wrong tokens in a minute", async () => {
    const { daemon, there, pairs } = await given();
    const token = await logsIn(there, (await pairs("phone")).code);
    for (let tries = 0; tries < 30; tries++)
      expect((await askRemotely(there, "/api/v1/status", { token: `wrong${tries}` })).status).toBe(401);
    expect((await askRemotely(there, "/api/v1/status", { token: "wrong" })).status).toBe(429);
    expect((await askRemotely(there, "/api/v1/status", { token })).status).toBe(200);
    daemon.clock.ms += minute;
    expect((await askRemotely(there, "/api/v1/status", { token: "wrong" })).status).toBe(401);
  });

  it("calls it by its address or its name, and comes from its own page or none", async () => {
    const { daemon, there } = await given(["desk.lan"]);
    const port = new URL(there.url).port;
    const statusFor = async (headers: Record<string, string>) =>
      (await askRemotely(there, "/healthz", { headers })).status;
    for (const host of [`127.0.0.2:${port}`, `desk.lan:${port}`, `DESK.lan:${port}`])
      expect([host, await statusFor({ host })]).toEqual([host, 200]);
    const foreign = [
      "evil.example",
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      "127.0.0.2",
      `127.0.0.2:${daemon.port}`,
    ];
    for (const host of foreign) expect([host, await statusFor({ host })]).toEqual([host, 403]);
    for (const origin of [there.url, `https://desk.lan:${port}`])
      expect([origin, await statusFor({ origin })]).toEqual([origin, 200]);
    for (const origin of [daemon.url, there.url.replace("https", "http"), "https://evil.example", "null"])
      expect([origin, await statusFor({ origin })]).toEqual([origin, 403]);
    expect(await statusFor({ "sec-fetch-site": "cross-site" })).toBe(403);
  });

  it("speaks TLS and nothing else there, and the other listener stays as it is", async () => {
    const { daemon, there } = await given();
    const port = Number(new URL(there.url).port);
    await expect(fetch(`http://127.0.0.2:${port}/healthz`)).rejects.toThrow();
    await expect(fetch(`${there.url}/healthz`)).rejects.toThrow();
    expect(await reachable("127.0.0.1", port)).toBe(false);
    expect(await reachable("127.0.0.2", daemon.port)).toBe(false);
    const asLocal = { headers: { host: `127.0.0.2:${port}` }, agent: false };
    const tls = request(`https://127.0.0.1:${daemon.port}/healthz`, asLocal).end();
    await expect(once(tls, "response")).rejects.toThrow();
    expect(await daemon.client.call("health")).toEqual({ ok: true });
  });

  it("cannot take the room of others with connections that say nothing", async () => {
    const { daemon, there, pairs } = await given();
    const port = Number(new URL(there.url).port);
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    let closed = 0;
    for (let count = 0; count < 80; count++) {
      const socket = connect({ host: "127.0.0.2", port, localAddress: "127.0.0.9" });
      socket.on("error", () => undefined).on("close", () => closed++);
      sockets.push(socket);
      await once(socket, "connect");
    }
    await expect.poll(() => closed).toBe(80 - 64);
    expect(await logsIn(there, (await pairs("phone")).code)).toMatch(/^kestrel_/);
    expect(await daemon.client.call("health")).toEqual({ ok: true });
  });

  it("has nowhere to go where only this machine may come: the refusal brings the port for ssh", async () => {
    const daemon = await givenDaemon();
    const wish = { name: "phone", scopes: ["full" as const] };
    await expect(daemon.client.call("pairDevice", { body: wish })).rejects.toMatchObject({
      status: 409,
      code: "remote_off",
      params: { port: daemon.port },
    });
    expect((await daemon.client.call("status")).remote).toBeUndefined();
  });

  it("is refused with the library's word where certificate and key do not fit; nothing listens then", async () => {
    const daemon = await givenDaemon();
    const [one, other] = [await remotePlace(), await remotePlace()];
    await expect(daemon.listenRemotely({ ...one, key: other.key })).rejects.toThrow(/key values mismatch/);
    await expect(daemon.listenRemotely({ ...one, address: "192.0.2.1" })).rejects.toMatchObject({
      code: "EADDRNOTAVAIL",
    });
    expect((await daemon.client.call("status")).remote).toBeUndefined();
    expect(daemon.usedBy()).toEqual([]);
  });

  it("keeps the daemon from ending for want of use, and loses its listener with it", async () => {
    const { daemon, there } = await given();
    expect(daemon.usedBy()).toEqual(["remote"]);
    await daemon.close();
    expect(await reachable("127.0.0.2", Number(new URL(there.url).port))).toBe(false);
  });
});

async function given(names: readonly string[] = [], tokens?: AccessTokens) {
  const daemon = await givenDaemon({ keep: true, parts: { ...(tokens && { tokens }) } });
  onTestFinished(() => daemon.close().catch(() => undefined));
  const place = await remotePlace(names);
  const access = await daemon.listenRemotely(place);
  const pairs = (name: string) => daemon.client.call("pairDevice", { body: { name, scopes: ["full"] } });
  return { daemon, there: { url: access.url, certificate: place.certificate, access }, pairs };
}

async function logsIn(there: { url: string; certificate: string }, code: string): Promise<string> {
  const { status, text } = await askRemotely(there, "/api/v1/login", { method: "POST", body: { code } });
  if (status !== 200) throw new Error(`${status} ${text}`);
  return (JSON.parse(text) as { token: string }).token;
}

function reachable(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
