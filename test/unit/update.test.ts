import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

const published = { name: "kestrel", version: "0.1.0", bin: { kestrel: "dist/kestrel.cjs" } };

/** A registry on this machine; what it was asked. */
async function registry(answer: unknown, status = 200) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, close: () => new Promise((resolve) => server.close(resolve)) };
}

const homeThatAsks = (url: string) => kestrelHome({ config: `[update]\nregistry = "${url}"\n` });

describe("kestrel update", () => {
  it.each([
    ["0.1.0", "same", /^Kestrel 0\.1\.0 is the newest release\.\n$/],
    [
      "0.10.0",
      "newer",
      /^Kestrel 0\.10\.0 is available; this is 0\.1\.0\. .*kestrel@0\.10\.0 --registry http/,
    ],
    ["0.0.9", "older", /^This is Kestrel 0\.1\.0, newer than the newest release, 0\.0\.9\.\n$/],
  ])("says of %s that it is %s", async (version, state, sentence) => {
    const { url, asked } = await registry({ ...published, version });
    const home = await homeThatAsks(url);
    expect(await kestrel(home, ["update", "--check"])).toEqual({
      code: 0,
      out: expect.stringMatching(sentence),
      err: "",
    });
    const { out } = await kestrel(home, ["update", "--check", "--json"]);
    const install = `npm install -g kestrel@${version} --registry ${url}`;
    expect(JSON.parse(out)).toEqual({
      schema: 1,
      ...{ state, version: "0.1.0", latest: version, registry: url },
      ...(state === "newer" && { install }),
    });
    // The name of the package, and nothing of who asks.
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(2).fill("GET /kestrel/latest"));
    for (const { headers } of asked) expect(Object.keys(headers).sort()).toEqual(["connection", "host"]);
  });

  it.each([
    ["has no such package", { error: "not found" }, 404],
    ["has another program of that name", { ...published, bin: { kestrel: "cli.js" } }, 200],
    ["answers with no version", { ...published, version: "$(reboot)" }, 200],
    ["answers with something else", ["hello"], 200],
  ])("says so where the registry %s", async (_, answer, status) => {
    const { url } = await registry(answer, status);
    const { code, out, err } = await kestrel(await homeThatAsks(url), ["update", "--check"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+ has no release of Kestrel\..* config set update\.registry URL`\.\n$/,
    );
  });

  it("says that nothing answers", async () => {
    const { url, close } = await registry(published);
    await close();
    const home = await homeThatAsks(url);
    const { code, err } = await kestrel(home, ["update", "--check"]);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/ did not answer\. .*update\.registry/),
    });
    const { out } = await kestrel(home, ["update", "--check", "--json"]);
    expect(JSON.parse(out)).toEqual({ schema: 1, state: "offline", version: "0.1.0", registry: url });
  });

  it("says that the registry is in trouble, and not that there is no release", async () => {
    const { url } = await registry({ error: "try later" }, 503);
    const { code, err } = await kestrel(await homeThatAsks(url), ["update", "--check"]);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining("did not answer (status 503). "),
    });
  });

  it("looks nothing up where it was not asked to", async () => {
    const { url, asked } = await registry(published);
    const home = await homeThatAsks(url);
    const { code, err } = await kestrel(home, ["update"]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/kestrel\S* update --check/) });
    await kestrel(home, ["doctor"]);
    expect(asked).toEqual([]);
  });
});

describe("kestrel config set", () => {
  it.each([
    ["terminal.theme", "pink", 'it must be one of "dark", "light", "none", not pink.'],
    ["server.port", "abc", "it must be a whole number from 0 to 65535, not abc."],
  ])("says in a sentence what %s may be", async (key, value, allowed) => {
    const home = await kestrelHome({});
    expect(await kestrel(home, ["config", "set", key, value])).toEqual({
      code: 3,
      out: "",
      err: expect.stringContaining(`\`${key}\` was not changed: ${allowed} Run \``),
    });
  });
});
