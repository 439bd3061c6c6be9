import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { overHttp } from "../../src/machine/over-http.ts";

async function serverThat(answers: RequestListener): Promise<URL> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/somewhere`);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const piece of request.setEncoding("utf8")) body += piece;
  return body;
}

describe("asking a daemon without fetch", () => {
  it.each(["POST", "PATCH", "DELETE"])(
    "brings the body of a %s whole, whatever its letters",
    async (method) => {
      const url = await serverThat(async (request, response) => {
        const { authorization } = request.headers;
        response.writeHead(201).end(JSON.stringify([request.method, authorization, await bodyOf(request)]));
      });
      const headers = { authorization: "Bearer t", "content-type": "application/json" };
      const answer = await overHttp(url, { method, headers, body: '{"text":"红隼"}' });
      expect(answer.status).toBe(201);
      expect(JSON.parse(await answer.text())).toEqual([method, "Bearer t", '{"text":"红隼"}']);
    },
  );

  it("gives what arrives as it arrives, and never half a letter", async () => {
    const bytes = Buffer.from("红隼");
    let goOn = () => {};
    const url = await serverThat((_, response) => {
      response.write(bytes.subarray(0, 4));
      goOn = () => void response.end(bytes.subarray(4));
    });
    const pieces = (await overHttp(url, { method: "GET", headers: {} })).pieces();
    expect(await pieces.next()).toEqual({ done: false, value: "红" });
    goOn();
    expect(await pieces.next()).toEqual({ done: false, value: "隼" });
    expect((await pieces.next()).done).toBe(true);
  });

  it("rejects when nobody answers, when the signal fires, and when the connection breaks on the way", async () => {
    const url = await serverThat((request, response) => {
      if (request.url === "/breaks") response.write("half", () => request.socket.destroy());
    });
    await expect(overHttp(new URL("http://127.0.0.1:1"), { method: "GET", headers: {} })).rejects.toThrow();
    const stop = new AbortController();
    const waiting = overHttp(url, { method: "GET", headers: {}, signal: stop.signal });
    stop.abort();
    await expect(waiting).rejects.toThrow();
    const broken = await overHttp(new URL("/breaks", url), { method: "GET", headers: {} });
    await expect(broken.text()).rejects.toThrow();
  });
});
