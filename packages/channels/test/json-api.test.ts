import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { callApi } from "../src/adapters/json-api.ts";

async function served(listener: RequestListener) {
  const met: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    met.push(request.headers.authorization);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, met };
}

it("follows no address that a service points to: it would get the token", async () => {
  const other = await served((_, response) => void response.end("{}"));
  const service = await served((_, response) => void response.writeHead(307, { location: other.url }).end());
  await expect(callApi(service.url, "Bearer secret", { body: {} })).rejects.toMatchObject({
    name: "ChannelFault",
  });
  expect(service.met).toEqual(["Bearer secret"]);
  expect(other.met).toEqual([]);
});

it("gives up on a service that answers a sign at a time", async () => {
  const service = await served((_, response) => {
    const dripping = setInterval(() => response.write(" "), 5);
    response.once("close", () => clearInterval(dripping));
  });
  await expect(callApi(service.url, "Bearer secret", { ms: 100 })).rejects.toThrow("no answer in time");
});

it("reads no more of an answer than it may", async () => {
  let written = 0;
  const service = await served((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(65_536))) written += 65_536;
    };
    response.on("drain", more);
    more();
  });
  await expect(callApi(service.url, "Bearer secret", { most: 1_000_000 })).rejects.toThrow("too long");
  expect(written).toBeLessThan(50_000_000);
});
