import { expect, it } from "vitest";
import { calling, givenServers, turnOn } from "./fixtures/given-servers.ts";
import { loginServer } from "./fixtures/login-server.ts";

const patience = 120_000;

/** The person's browser: it goes where it is sent. */
const browse = async (address: string) => (await fetch(address)).text();

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
  const { address, done } = await servers.login("birds");
  await browse(address);
  await done;
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
