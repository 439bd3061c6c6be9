import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { awaitReturn } from "../src/login/await-return.ts";
import { mayAsk, without } from "../src/worker/login-fetch.ts";
import { calling, givenServers, turnOn } from "./fixtures/given-servers.ts";
import { loginServer } from "./fixtures/login-server.ts";

const patience = 120_000;

/** The person's browser: it goes where it is sent. */
const browse = async (address: string) => (await fetch(address)).text();

async function logIn(servers: Awaited<ReturnType<typeof givenServers>>): Promise<void> {
  const { address, done } = await servers.login("birds");
  await browse(address);
  await done;
}

it("logs in by a page that the person opens, renews what ended, and forgets", {
  timeout: patience,
}, async () => {
  const birds = await loginServer();
  const servers = await givenServers({ birds: { url: birds.url } });
  const seen = async () => (await servers.list()).servers[0];
  expect((await servers.test("birds")).failure).toMatchObject({ why: "auth" });
  expect(await seen()).toMatchObject({ loggedIn: false });

  const { address, done } = await servers.login("birds");
  const asked = new URL(address);
  expect(asked.origin).toBe(birds.origin);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    resource: birds.url,
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/return\/[\w-]{20,}$/),
  });
  // Whoever has not got the state is told nothing, and the login waits on.
  const back = asked.searchParams.get("redirect_uri") ?? "";
  expect((await fetch(`${back}?code=x&state=guessed`)).status).toBe(404);
  expect((await fetch(`${back}x?code=x&state=${asked.searchParams.get("state")}`)).status).toBe(404);
  expect(await browse(address)).toContain("You may close this page.");
  await done;
  expect(await seen()).toMatchObject({ loggedIn: true });
  expect(JSON.stringify(await servers.list())).not.toMatch(/access_token|refresh-0/);
  expect(servers.logins.get("birds")).toMatchObject({
    url: birds.url,
    tokens: { refresh_token: "refresh-0" },
  });

  await turnOn(servers, "birds");
  const { call } = calling(servers);
  expect((await call("birds/count")).content).toMatch(/\nseven$/);

  // The token ended: the server's refusal is answered with a renewed one, and nobody is asked.
  birds.expire();
  await servers.connections.close();
  expect((await call("birds/count")).content).toMatch(/\nseven$/);
  await expect
    .poll(() => servers.logins.get("birds")?.tokens)
    .toMatchObject({ access_token: expect.stringMatching(/^renewed/) });
  birds.forget();
  await servers.connections.close();
  expect((await call("birds/count")).content).toMatch(/^birds failed \(auth\).*\n.*kestrel mcp login birds/s);

  await servers.logout("birds");
  expect(await seen()).toMatchObject({ loggedIn: false });
  expect(servers.logins.size).toBe(0);
});

it("gives a login to the address it was made at, and to no other", { timeout: patience }, async () => {
  const [birds, others] = [await loginServer(), await loginServer()];
  const servers = await givenServers({ birds: { url: birds.url } });
  await logIn(servers);
  expect((await servers.test("birds")).failure).toBeUndefined();
  servers.entries.birds = { url: others.url };
  expect((await servers.test("birds")).failure).toMatchObject({ why: "auth" });
  expect((await servers.list()).servers[0]).toMatchObject({ loggedIn: false });
});

it.each([
  ["a file", { authorization_endpoint: "file:///etc/passwd" }],
  ["a script", { authorization_endpoint: "javascript:alert(1)" }],
  ["a shell's words", { authorization_endpoint: "http://127.0.0.1/$(touch x)" }],
  ["a cloud's metadata", { token_endpoint: "http://169.254.169.254/latest" }],
  ["this machine", { registration_endpoint: "http://127.0.0.1:1/" }],
  ["a name for it", { registration_endpoint: "https://localhost:1/" }],
  ["somebody else's name", { issuer: "https://other.example/" }],
])("goes nowhere that metadata may not name: %s", { timeout: patience }, async (_what, lies) => {
  const birds = await loginServer();
  birds.lies = lies;
  const servers = await givenServers({ birds: { url: birds.url } });
  const outcome = await servers.login("birds").then(
    async ({ address, done }) => {
      await browse(address);
      return done.then(
        () => "logged in",
        (error) => error,
      );
    },
    (error) => error,
  );
  expect(outcome).toMatchObject({ why: "auth" });
  expect(servers.logins.size).toBe(0);
});

it("asks for no token for what is another's", { timeout: patience }, async () => {
  const birds = await loginServer();
  birds.liesOfResource = { resource: "https://bank.example/mcp" };
  const servers = await givenServers({ birds: { url: birds.url } });
  await expect(servers.login("birds")).rejects.toMatchObject({ why: "auth" });
  await expect((await givenServers({ birds: { command: "true" } })).login("birds")).rejects.toMatchObject({
    why: "auth",
    detail: "a program has no login",
  });
});

it("hears what cannot be read and who was sent elsewhere, and waits on", { timeout: patience }, async () => {
  const { redirectUrl, state, returned, close } = await awaitReturn();
  onTestFinished(close);
  const { port, pathname } = new URL(redirectUrl);
  // As written: what makes requests would mend the address.
  const answer = (target: string, host = `127.0.0.1:${port}`) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.end(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    return text(socket);
  };
  const right = `${pathname}?state=${state}&code=yes`;
  for (const target of ["//", "///", "http://", "http://[", "//[?", "*"])
    expect(await answer(target), target).toMatch(/^HTTP\/1.1 404 /);
  for (const host of ["", "rebound.example", `rebound.example:${port}`, "127.0.0.1", "localhost:1"])
    expect(await answer(right, host), host).toMatch(/^HTTP\/1.1 404 /);
  expect(await answer(right, `localhost:${port}`)).toMatch(/^HTTP\/1.1 200 /);
  expect(await returned).toEqual({ code: "yes" });
});

it.each([
  "https://localhost./",
  "https://foo.local./",
  "https://local./",
  "https://router.lan/",
  "https://a.internal/",
  "https://x.home.arpa/",
  "https://home.arpa/",
  "https://a.localhost../",
  "https://router./",
  "https://127.0.0.1./",
  "https://[::1]/",
  "http://birds.example/",
])("asks nothing of what is near: %s", (address) => {
  expect(mayAsk(new URL(address), new URL("https://birds.example/mcp"))).toBe(false);
});

it.each([
  "https://login.example/",
  "https://login.example./",
  "https://island.example/",
  "https://birds.example:8443/x",
])("asks what is of the web: %s", (address) => {
  expect(mayAsk(new URL(address), new URL("https://birds.example/mcp"))).toBe(true);
});

it("is led nowhere when a login is renewed", { timeout: patience }, async () => {
  const inner: string[] = [];
  const near = createServer((request, response) => {
    inner.push(request.url ?? "");
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => near.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void near.close());
  const birds = await loginServer();
  const servers = await givenServers({ birds: { url: birds.url } });
  await logIn(servers);
  birds.expire();
  birds.challenge = `Bearer resource_metadata="http://127.0.0.1:${(near.address() as AddressInfo).port}/secret"`;
  // What its refusal names is not asked; the server itself still says who renews.
  expect((await servers.test("birds")).failure).toBeUndefined();
  expect(inner).toEqual([]);
});

it("keeps a login when its server names another issuer", { timeout: patience }, async () => {
  const [birds, others] = [await loginServer(), await loginServer()];
  const servers = await givenServers({ birds: { url: birds.url } });
  await logIn(servers);
  const kept = structuredClone(servers.logins.get("birds"));
  expect(kept).toMatchObject({ client: { issuer: expect.stringContaining(birds.origin) } });
  birds.expire();
  // Another at the same address, which may be asked: nothing is registered with it.
  birds.liesOfResource = { authorization_servers: [`${birds.origin}/other`] };
  expect((await servers.test("birds")).failure).toMatchObject({ why: "auth" });
  expect(servers.logins.get("birds")).toEqual(kept);
  expect(birds.seen.filter((path) => path === "/register")).toHaveLength(1);
  // And one that may not.
  birds.liesOfResource = { authorization_servers: [others.origin] };
  expect((await servers.test("birds")).failure).toMatchObject({ why: "auth" });
  expect(others.seen).toEqual([]);
  expect(servers.logins.get("birds")).toEqual(kept);
  // It was the other's name alone that stood in the way.
  birds.liesOfResource = {};
  expect((await servers.test("birds")).failure).toBeUndefined();
});

it("a request to another host has none of the headers that were configured for the server", () => {
  const init = { headers: { "X-Api-Key": "k", accept: "application/json" } };
  const sent = new Headers(without(init, ["x-api-key"]).headers);
  expect([sent.get("x-api-key"), sent.get("accept")]).toEqual([null, "application/json"]);
});
