import { expect, it, onTestFinished } from "vitest";
import { calling, givenContext, givenServers, turnOn } from "./fixtures/given-servers.ts";
import { httpFront } from "./fixtures/http-front.ts";

const patience = 120_000;
const token = "KESTREL_TEST_MCP_TOKEN";

it("speaks with a server over HTTP, and goes on when it forgot the session", {
  timeout: patience,
}, async () => {
  const front = await httpFront();
  await front.restart();
  const servers = await givenServers({ every: { url: front.url } });
  expect((await turnOn(servers, "every")).tools).toHaveLength(14);
  // Looked at and let go: the server is told that its session is over.
  expect(front.seen.filter(({ method }) => method === "DELETE")).toMatchObject([{ status: 200 }]);

  const { call } = calling(servers);
  const echo = async () => (await call("every/echo", { message: "hi" })).content;
  expect(await echo()).toMatch(/\nEcho: hi$/);

  const steps = givenContext();
  const slow = await call(
    "every/trigger-long-running-operation",
    { duration: 0.5, steps: 2 },
    { show: steps.show },
  );
  expect(slow.outcome).toBe("ok");
  expect(steps.shown[0]).toMatch(/^1\/2/);

  const stop = new AbortController();
  const stopped = await call(
    "every/trigger-long-running-operation",
    { duration: 600, steps: 6_000 },
    { cancel: stop.signal, show: () => stop.abort() },
  );
  expect(stopped.content).toMatch(/^Stopped by the user/);
  await expect.poll(() => front.seen.map(({ asks }) => asks)).toContain("notifications/cancelled");

  const calls = () => front.seen.filter(({ asks }) => asks === "tools/call").map(({ status }) => status);
  // Another server at the same address: it answers 400, as many do where the specification says 404.
  await front.restart();
  front.seen.length = 0;
  expect(await echo()).toMatch(/\nEcho: hi$/);
  expect(calls()).toEqual([400, 200]);
  // As the specification says it.
  const [old] = front.sessions().slice(-1);
  front.seen.length = 0;
  front.gate = ({ session }, response) => {
    if (session === old) response.writeHead(404).end();
    return session === old;
  };
  expect(await echo()).toMatch(/\nEcho: hi$/);
  expect(calls()).toEqual([404, 200]);
  // A 400 for another reason is no session lost: nothing is asked twice.
  front.seen.length = 0;
  front.gate = ({ asks }, response) => {
    if (asks === "tools/call") response.writeHead(400).end("no such bird");
    return asks === "tools/call";
  };
  expect(await echo()).toMatch(/^every failed \(http\): .*no such bird/);
  expect(calls()).toEqual([400]);
});

it("carries nothing to another address, and says what a login needs", { timeout: patience }, async () => {
  const front = await httpFront();
  const other = await httpFront();
  await front.restart();
  process.env[token] = "s3cret";
  onTestFinished(() => void delete process.env[token]);
  const servers = await givenServers({
    plain: { url: front.url },
    named: { url: front.url, bearer_env: token, headers: { "x-team": "birds" } },
  });

  front.gate = (_, response) => {
    response.writeHead(307, { location: other.url }).end();
    return true;
  };
  const { failure } = await servers.test("named");
  expect(failure).toMatchObject({ why: "http", detail: expect.stringContaining(new URL(other.url).origin) });
  expect(other.seen).toEqual([]);

  front.gate = ({ headers }, response) => {
    const known = headers.authorization === "Bearer s3cret" && headers["x-team"] === "birds";
    if (!known) response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    return !known;
  };
  expect((await servers.test("plain")).failure?.why).toBe("auth");
  await turnOn(servers, "named");
  const { call } = calling(servers);
  expect((await call("named/echo", { message: "hi" })).content).toMatch(/\nEcho: hi$/);
  front.gate = (_, response) => {
    response.writeHead(401).end();
    return true;
  };
  expect((await call("named/echo", { message: "hi" })).content).toMatch(
    /^named failed \(auth\): [\s\S]*\nNothing was done\. The user must give it a token: bearer_env in \[mcp\.servers\.named\]\.$/,
  );
});
