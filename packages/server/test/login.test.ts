import { describe, expect, it } from "vitest";
import { createDaemonClient } from "../src/client/index.ts";
import { type GivenDaemon, givenDaemon } from "./kit/given-daemon.ts";
import { rawRequest } from "./kit/raw-request.ts";

describe("the one-time link", () => {
  it("carries a code, never the token, and the code buys the token", async () => {
    const daemon = await givenDaemon();
    const link = daemon.loginLink();
    expect(link).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${daemon.port}/#c=[\\w-]{32}$`));
    expect(link).not.toContain(daemon.token);
    expect(await knocks(daemon, codeIn(link))).toEqual({ token: daemon.token });
  });

  it("opens once", async () => {
    const daemon = await givenDaemon();
    const code = codeIn(daemon.loginLink());
    const answers = await Promise.allSettled([1, 2, 3].map(() => knocks(daemon, code)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(knocks(daemon, code)).rejects.toMatchObject({ status: 401, code: "code_invalid" });
  });

  it("opens for sixty seconds", async () => {
    const daemon = await givenDaemon();
    const [inTime, late] = [codeIn(daemon.loginLink()), codeIn(daemon.loginLink())];
    daemon.clock.ms += 60_000;
    expect(await knocks(daemon, inTime)).toEqual({ token: daemon.token });
    daemon.clock.ms += 1;
    await expect(knocks(daemon, late)).rejects.toMatchObject({ status: 401, code: "code_invalid" });
  });

  it("after five wrong codes nobody comes in by code for a minute, with a right one either", async () => {
    const daemon = await givenDaemon();
    for (let wrong = 1; wrong <= 5; wrong++) {
      await expect(knocks(daemon, `wrong${wrong}`)).rejects.toMatchObject({
        status: 401,
        code: "code_invalid",
      });
    }
    const code = codeIn(daemon.loginLink());
    await expect(knocks(daemon, code)).rejects.toMatchObject({ status: 429, code: "too_many_attempts" });
    const body = JSON.stringify({ code });
    const { headers } = await rawRequest(daemon.port, loginBytes(daemon.port, body));
    expect(headers.get("retry-after")).toBe("60");
    daemon.clock.ms += 60_000;
    expect(await knocks(daemon, code)).toEqual({ token: daemon.token });
  });

  it("can be asked for by a client that is in already", async () => {
    const daemon = await givenDaemon();
    const { url } = await daemon.client.call("makeLoginCode", { body: {} });
    expect(await knocks(daemon, codeIn(url))).toEqual({ token: daemon.token });
  });

  it("does not open for a page of somebody else", async () => {
    const daemon = await givenDaemon();
    const body = JSON.stringify({ code: codeIn(daemon.loginLink()) });
    const bytes = loginBytes(daemon.port, body).replace("\r\n", "\r\nOrigin: https://evil.example\r\n");
    const answer = await rawRequest(daemon.port, bytes);
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain(daemon.token);
  });
});

function codeIn(link: string): string {
  return new URL(link).hash.slice("#c=".length);
}

function knocks({ url }: GivenDaemon, code: string): Promise<{ token: string }> {
  return createDaemonClient({ baseUrl: url, token: "" }).call("login", { body: { code } });
}

function loginBytes(port: number, body: string): string {
  const head = ["POST /api/v1/login HTTP/1.1", `Host: 127.0.0.1:${port}`, "Content-Type: application/json"];
  return [...head, `Content-Length: ${body.length}`, "", body].join("\r\n");
}
