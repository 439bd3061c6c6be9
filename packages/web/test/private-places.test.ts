import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import type { HostAddress } from "../src/address/checked-addresses.ts";
import { isPublicAddress } from "../src/address/public-address.ts";
import type { Resolver } from "../src/index.ts";
import { requestOnce } from "../src/request/request-once.ts";
import { givenWeb, here, site } from "./fixtures/given-web.ts";

/** What stands behind loopback here, and must never be reached. */
const secret = () => site((_request, response) => response.end("the secret of this machine"));

const address = (text: string): HostAddress => ({ address: text, family: text.includes(":") ? 6 : 4 });

/** Ways to say "this machine" or "the net around it". PORT is the canary's. */
const tricks = [
  ["its address", "http://127.0.0.1:PORT/"],
  ["another of its addresses", "http://127.1.2.3:PORT/"],
  ["a short form", "http://127.1:PORT/"],
  ["decimal", "http://2130706433:PORT/"],
  ["octal", "http://0177.0.0.1:PORT/"],
  ["octal of nine digits", "http://000000177.0.0.1:PORT/"],
  ["hexadecimal", "http://0x7f000001:PORT/"],
  ["hexadecimal parts", "http://0x7f.0x0.0x0.0x1:PORT/"],
  ["mixed", "http://0x7f.1:PORT/"],
  ["wide digits", "http://１２７.0.0.1:PORT/"],
  ["circled digits", "http://①②⑦.⓪.⓪.①:PORT/"],
  ["wide dots", "http://127。0。0。1:PORT/"],
  ["percent signs", "http://%31%32%37.0.0.1:PORT/"],
  ["zero", "http://0:PORT/"],
  ["all addresses", "http://0.0.0.0:PORT/"],
  ["a name", "http://localhost:PORT/"],
  ["a name with a dot", "http://localhost.:PORT/"],
  ["a name in capitals", "http://LOCALHOST:PORT/"],
  ["a name below", "http://app.localhost:PORT/"],
  ["somebody's name that points here", "http://evil.example:PORT/"],
  ["IPv6", "http://[::1]:PORT/"],
  ["IPv6, whole", "http://[0:0:0:0:0:0:0:1]:PORT/"],
  ["IPv6 of all addresses", "http://[::]:PORT/"],
  ["IPv4 mapped", "http://[::ffff:127.0.0.1]:PORT/"],
  ["IPv4 mapped, in hexadecimal", "http://[::ffff:7f00:1]:PORT/"],
  ["IPv4 compatible", "http://[::127.0.0.1]:PORT/"],
  ["NAT64", "http://[64:ff9b::7f00:1]:PORT/"],
  ["6to4", "http://[2002:7f00:1::]:PORT/"],
  ["Teredo", "http://[2001:0:7f00:1::]:PORT/"],
  ["link-local", "http://169.254.169.254/latest/meta-data/"],
  ["link-local IPv6", "http://[fe80::1]:PORT/"],
  ["unique local IPv6", "http://[fd00::1]:PORT/"],
  ["private", "http://10.0.0.1:PORT/"],
  ["private too", "http://172.31.255.255:PORT/"],
  ["the usual router", "http://192.168.1.1/"],
  ["shared by providers", "http://100.64.0.1/"],
  ["multicast", "http://224.0.0.1/"],
  ["broadcast", "http://255.255.255.255/"],
  ["a name and a host", "http://example.org@127.0.0.1:PORT/"],
  ["a password", "http://a:b@example.org/"],
  ["a backslash", "http://example.org\\@127.0.0.1:PORT/"],
  ["a tab", "http://127.0.\t0.1:PORT/"],
  ["a line end", "http://example.org/\r\nHost: 127.0.0.1"],
  ["no slashes", "http:127.0.0.1:PORT"],
  ["a file", "file:///etc/passwd"],
  ["a file behind a host", "file://localhost/etc/passwd"],
  ["data", "data:text/html,hello"],
  ["a script", "javascript:alert(1)"],
  ["FTP", "ftp://127.0.0.1/"],
  ["Gopher", "gopher://127.0.0.1:PORT/_"],
  ["a view", "view-source:http://127.0.0.1:PORT/"],
  ["no host", "http://:PORT/"],
  ["nothing", "127.0.0.1:PORT"],
] as const;

it.each(tricks)("reads nothing of this machine or its net: %s", async (_what, trick) => {
  const canary = await secret();
  const asked: string[] = [];
  const resolve: Resolver = async (host) => {
    asked.push(host);
    return here(host);
  };
  const web = await givenWeb({ resolve });
  const { outcome, content } = await web.call("fetch", { url: trick.replace("PORT", `${canary.port}`) });
  expect(outcome).toBe("error");
  expect(content).not.toContain("secret");
  expect({ connections: canary.connections, bytes: canary.bytes }).toEqual({ connections: 0, bytes: 0 });
});

it("asks for the name anew for each page, and a name that turns round is refused", async () => {
  const canary = await secret();
  const answers = ["93.184.216.34", "127.0.0.1"];
  const stop = new AbortController();
  const asked: string[] = [];
  const resolve: Resolver = async (host) => {
    asked.push(host);
    // The first answer is a good one; nobody is to be reached in a test.
    if (asked.length === 1) stop.abort();
    return [address(answers[asked.length - 1] ?? "")];
  };
  const web = await givenWeb({ resolve });
  const url = `http://turns.example:${canary.port}/`;
  expect((await web.call("fetch", { url }, stop)).content).toBe("Stopped by the user.");
  expect((await web.call("fetch", { url })).content).toMatch(/is on this machine or a private net/);
  expect(asked).toEqual(["turns.example", "turns.example"]);
  expect(canary.connections).toBe(0);
});

it("connects to the address that was looked at, whatever the name means a moment later", async () => {
  const canary = await secret();
  const seen = createServer((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nright"));
  await new Promise<void>((resolve) => seen.listen(canary.port, "127.0.0.2", resolve));
  onTestFinished(() => void seen.close());
  const bounds = { signal: AbortSignal.timeout(30_000), mostBytes: 1_000 };
  // `localhost` would lead to the canary.
  const answer = await requestOnce(
    new URL(`http://localhost:${canary.port}/`),
    [address("127.0.0.2")],
    {},
    bounds,
  );
  expect(answer.bytes.toString()).toBe("right");
  expect(canary.connections).toBe(0);
});

it("refuses a name with one good address and one of this machine", async () => {
  const canary = await secret();
  const resolve: Resolver = async () => [address("93.184.216.34"), address("127.0.0.1")];
  const web = await givenWeb({ resolve });
  const { content } = await web.call("fetch", { url: `http://two.example:${canary.port}/` });
  expect(content).toMatch(/is on this machine or a private net/);
  expect(canary.connections).toBe(0);
});

it.each([
  ["the address", "http://127.0.0.1:PORT/secret"],
  ["without a scheme", "//127.0.0.1:PORT/secret"],
  ["in decimal", "http://2130706433:PORT/"],
  ["IPv6", "http://[::1]:PORT/"],
  ["a file", "file:///etc/passwd"],
  ["a name that was not opened", "http://www.open.example:PORT/"],
  ["a name with a password", "http://a:b@open.example:OWN/"],
])("looks at every redirect as at the first address: %s", async (_what, target) => {
  const canary = await secret();
  let own = 0;
  const sending = await site((_request, response) =>
    response
      .writeHead(302, { location: target.replace("PORT", `${canary.port}`).replace("OWN", `${own}`) })
      .end(),
  );
  own = sending.port;
  const web = await givenWeb({ ownHosts: [`open.example:${sending.port}`] });
  const { outcome, content } = await web.call("fetch", { url: `http://open.example:${sending.port}/` });
  expect(outcome).toBe("error");
  expect(content).not.toContain("secret of");
  expect(sending.asked).toEqual(["/"]);
  expect(canary.connections).toBe(0);
});

it("looks up a site's own other name when it is sent there, and refuses it where it leads home", async () => {
  const sending = await site((_request, response) =>
    response.writeHead(301, { location: `http://www.open.example:${sending.port}/` }).end(),
  );
  const web = await givenWeb({ ownHosts: [`open.example:${sending.port}`] });
  const { content } = await web.call("fetch", { url: `http://open.example:${sending.port}/` });
  expect(content).toMatch(/^www\.open\.example:\d+ is on this machine or a private net/);
  expect(sending.connections).toBe(1);
});

it("looks nothing up before the person has said yes: a name alone would tell", async () => {
  let asked = 0;
  const web = await givenWeb({ resolve: async () => [address(`127.0.0.${++asked}`)] });
  const url = "http://what-was-read.evil.example/";
  expect(web.calls.subject("fetch", { url })).toEqual({ network: ["what-was-read.evil.example"] });
  expect(await web.calls.assess("fetch", { url }, {} as never)).toEqual({
    risk: "external",
    reasons: ["may_reach_network"],
  });
  expect(asked).toBe(0);
});

it("takes hosts of the public net for such, and nothing else", () => {
  const open = ["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"];
  expect(open.filter((one) => !isPublicAddress(one))).toEqual([]);
  const closed = [
    "fe80::1%eth0",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "64:ff9b:1::1",
    "2002:808:808::",
    "ff02::1",
  ];
  expect(
    [...closed, "240.0.0.1", "198.18.0.1", "192.0.2.1", "2001:db8::1", "3fff::1", "x", ""].filter(
      isPublicAddress,
    ),
  ).toEqual([]);
});
