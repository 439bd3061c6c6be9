import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createDaemonClient } from "../src/client/index.ts";
import { type GivenDaemon, givenDaemon } from "./kit/given-daemon.ts";
import { memoryDevices } from "./kit/memory-devices.ts";
import { rawRequest } from "./kit/raw-request.ts";
import { Watcher } from "./kit/watcher.ts";

describe("the one-time link", () => {
  it("carries a code, never the daemon's own token, and the code buys one for this browser alone", async () => {
    const daemon = await givenDaemon();
    const link = daemon.loginLink();
    expect(link).toMatch(
      new RegExp(`^http://127\\.0\\.0\\.1:${daemon.port}/login\\?link=[0-9a-f]{16}#c=[\\w-]{32}$`),
    );
    expect(link).not.toContain(daemon.token);
    const { token } = await knocks(daemon, codeIn(link));
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(token).not.toBe(daemon.token);
    expect(await statusOf(daemon, token)).toBe(200);
    expect(await statusOf(daemon, `${token.slice(0, -1)}x`)).toBe(401);
  });

  it("opens once", async () => {
    const daemon = await givenDaemon();
    const code = codeIn(daemon.loginLink());
    const answers = await Promise.allSettled([1, 2, 3].map(() => knocks(daemon, code)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(knocks(daemon, code)).rejects.toMatchObject({ status: 401, code: "code_invalid" });
  });

  it("opens for a quarter of an hour", async () => {
    const daemon = await givenDaemon();
    const [inTime, late] = [codeIn(daemon.loginLink()), codeIn(daemon.loginLink())];
    daemon.clock.ms += 15 * 60_000;
    await knocks(daemon, inTime);
    daemon.clock.ms += 1;
    await expect(knocks(daemon, late)).rejects.toMatchObject({ status: 401, code: "code_invalid" });
  });

  it("after five wrong codes the same peer does not come in by code for a minute, with a right one either", async () => {
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
    await knocks(daemon, code);
  });

  it.skipIf(process.getuid?.() !== 0 || process.platform !== "linux")(
    "does not open for another user, who neither uses it up nor keeps its owner out",
    async () => {
      const daemon = await givenDaemon();
      const code = codeIn(daemon.loginLink());
      // The connection is dropped, or was quick enough to hear that the code opens nothing.
      for (let tries = 0; tries < 6; tries++)
        expect(await loginAs(65_534, daemon.port, code)).toMatch(/^$|code_invalid|too_many_attempts/);
      expect((await knocks(daemon, code)).token).toHaveLength(64);
    },
  );

  it("is not needed again after a restart, until every browser is forgotten", async () => {
    const devices = memoryDevices();
    const first = await givenDaemon({ keep: true, parts: { devices } });
    const { token } = await knocks(first, codeIn(first.loginLink()));
    await first.close();
    const second = await givenDaemon({ parts: { devices, port: first.port } });
    expect(await statusOf(second, token)).toBe(200);
    const watcher = await Watcher.of({ baseUrl: second.url, token });
    expect(await second.client.call("forgetDevices", { body: {} })).toEqual({ forgotten: 1 });
    expect(await statusOf(second, token)).toBe(401);
    await watcher.ended;
    expect(await statusOf(second, second.token)).toBe(200);
  });

  it("can be asked for by a client that is in already", async () => {
    const daemon = await givenDaemon();
    const { url } = await daemon.client.call("makeLoginCode", { body: {} });
    expect((await knocks(daemon, codeIn(url))).token).toHaveLength(64);
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

async function statusOf({ url }: GivenDaemon, token: string): Promise<number> {
  const { status } = await fetch(`${url}/api/v1/status`, { headers: { authorization: `Bearer ${token}` } });
  return status;
}

/** What another user of this machine is answered. */
async function loginAs(user: number, port: number, code: string): Promise<string> {
  const program = `fetch("http://127.0.0.1:${port}/api/v1/login", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ code: "${code}" }) }).then((answer) => answer.text()).then(console.log, () => {})`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], {
    uid: user,
    cwd: "/",
    env: {},
  });
  return stdout;
}

function loginBytes(port: number, body: string): string {
  const head = ["POST /api/v1/login HTTP/1.1", `Host: 127.0.0.1:${port}`, "Content-Type: application/json"];
  return [...head, `Content-Length: ${body.length}`, "", body].join("\r\n");
}
