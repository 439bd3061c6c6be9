import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ErrorBody, type SessionId } from "@kestrel/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HttpCase, httpTable } from "./http-table.ts";
import { type GivenDaemon, givenDaemon } from "./kit/given-daemon.ts";
import { rawRequest } from "./kit/raw-request.ts";

let daemon: GivenDaemon;
let session: SessionId;
let consoleFolder: string;

beforeAll(async () => {
  consoleFolder = await mkdtemp(join(tmpdir(), "kestrel-console-"));
  await mkdir(join(consoleFolder, "dist", "assets"), { recursive: true });
  await writeFile(join(consoleFolder, "secret.txt"), "SECRET");
  await writeFile(join(consoleFolder, "dist", "index.html"), "<!doctype html><title>Kestrel</title>");
  await writeFile(join(consoleFolder, "dist", "assets", "app.js"), "export {};");
  await writeFile(join(consoleFolder, "dist", "assets", ".hidden"), "SECRET");
  daemon = await givenDaemon({ keep: true, parts: { consoleFolder: join(consoleFolder, "dist") } });
  session = await daemon.opensSession();
});

afterAll(async () => {
  await daemon.close();
  await rm(consoleFolder, { recursive: true });
});

describe("the door", () => {
  it("has rows for every case of the table", () => {
    // One-time codes and the headers of the page are stories of their own.
    const elsewhere = new Set([26, 27]);
    const numbers = new Set(httpTable.map(({ id }) => id));
    for (let number = 1; number <= 30; number++) {
      if (!elsewhere.has(number)) expect(numbers).toContain(`H${String(number).padStart(2, "0")}`);
    }
  });

  it.each(httpTable)("$id $title", async (given) => {
    const answer = await rawRequest(daemon.port, bytesOf(given));
    expect(given.answers, answer.head).toContain(answer.status);
    expect(answer.head.toLowerCase()).not.toContain("access-control-");
    expect(answer.head).not.toMatch(/^(server|x-powered-by):/im);
    expect(answer.head + answer.body).not.toMatch(/SECRET|root:x|node_modules|\bat .*\.(ts|js):|5ecret/);
    if (answer.status >= 400 && answer.body !== "") {
      expect(ErrorBody.parse(JSON.parse(answer.body)).error.code).toBeTruthy();
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    }
  });

  it("stands as before when all of them have knocked", async () => {
    const { sessions } = await daemon.client.call("listSessions");
    expect(sessions.map(({ id, mode }) => ({ id, mode }))).toEqual([{ id: session, mode: "ask" }]);
    expect((await daemon.logOf(session)).map(({ body }) => body.type)).toEqual([
      "session.opened",
      "context.added",
    ]);
    expect(daemon.engine.status().state).toBe("ready");
    await expect.poll(() => daemon.clients()).toBe(0);
  });
});

function bytesOf({ asks, headers, body }: HttpCase): string {
  const length =
    asks.startsWith("PRI") || headers.some((header) => /^(content-length|transfer-encoding):/i.test(header));
  const all =
    body === undefined || length ? headers : [...headers, `Content-Length: ${Buffer.byteLength(body)}`];
  const version = asks.startsWith("PRI") ? "HTTP/2.0" : "HTTP/1.1";
  return [`${asks} ${version}`, ...all, "", body ?? ""]
    .join("\r\n")
    .replaceAll("{H}", `127.0.0.1:${daemon.port}`)
    .replaceAll("{P}", String(daemon.port))
    .replaceAll("{T}", daemon.token)
    .replaceAll("{S}", session);
}
