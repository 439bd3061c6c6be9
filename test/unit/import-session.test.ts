import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { says } from "@kestrel/core/testing";
import { SessionId } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { type GivenDaemon, givenDaemon } from "../../packages/server/test/kit/given-daemon.ts";
import { jsonlArchive } from "../../packages/store/src/index.ts";
import { temporaryData } from "../../packages/store/test/temporary-data.ts";

/** A recorded session in which something was allowed, exported as stored. */
async function exported(): Promise<{ id: SessionId; text: string }> {
  const recorded = await readFile(join(import.meta.dirname, "../replays/denied-and-planned.jsonl"), "utf8");
  const id = SessionId.parse(/"sessionId":"([^"]+)"/.exec(recorded)?.[1]);
  const paths = await temporaryData();
  // Paths and names of the recording were made equal, so its seals are of other words.
  await writeFile(join(paths.sessions, `${id}.jsonl`), recorded.replace(/,"c":"[0-9a-f]{8}"\}\n/g, "}\n"));
  const daemon = await givenDaemon({ archive: jsonlArchive(paths) });
  await daemon.does(id, { type: "set-mode", mode: "auto" });
  return { id, text: await textOf(daemon, id) };
}

const textOf = async ({ client }: GivenDaemon, id: SessionId) =>
  (
    await client.call("exportSession", {
      params: { id },
      body: { format: "jsonl", redact: false },
    })
  ).text;

const imports = ({ client }: GivenDaemon, text: string) =>
  client.call("importSession", {
    upload: { type: "application/x-ndjson", bytes: new TextEncoder().encode(text) },
  });

describe("a session that is imported", () => {
  it("is the one that was exported, byte for byte, and allows nothing that was allowed there", async () => {
    const { id, text } = await exported();
    const paths = await temporaryData();
    const daemon = await givenDaemon({ archive: jsonlArchive(paths) });
    expect(text).toContain('"scope":"session"');
    const { session } = await imports(daemon, text);
    expect(session).toMatchObject({ id, mode: "ask" });
    expect(await textOf(daemon, id)).toBe(text);
    const state = (await daemon.logOf(id)).reduce(evolve, emptySession);
    expect([state.mode, state.grants, state.rules]).toEqual(["ask", [], undefined]);
    expect((await stat(join(paths.sessions, `${id}.jsonl`))).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["session_exists", (text: string) => text],
    ["cut_short", (text: string) => text.slice(0, -20)],
    ["cut_short", (text: string) => text.split("\n").toSpliced(3, 1).join("\n")],
    ["newer_version", (text: string) => text.replace('{"v":1,"seq":3', '{"v":2,"seq":3')],
    ["line_damaged", (text: string) => text.replace('"seq":3', '"seq":"3"')],
    ["not_a_session", () => "{}\n"],
    ["not_a_session", () => ""],
    ["climbing_path", (text: string) => text.replace(/"workspace":"[^"]*"/, '"workspace":"/tmp/../etc"')],
    [
      "climbing_path",
      (text: string) =>
        text.replace(
          /"body":\{"type":"tool.finished"/,
          '"body":{"type":"tool.finished","spillFile":"/tmp/x/../../etc/passwd"',
        ),
    ],
  ] as const)("is refused as %s, and nothing of it stays", async (reason, changed) => {
    const { text } = await exported();
    const paths = await temporaryData();
    const daemon = await givenDaemon({ archive: jsonlArchive(paths) });
    if (reason === "session_exists") await imports(daemon, text);
    const before = await readdir(paths.sessions);
    await expect(imports(daemon, changed(text))).rejects.toMatchObject({
      code: "import_refused",
      params: { reason },
    });
    expect(await readdir(paths.sessions)).toEqual(before);
  });

  it("is refused where it has more than 200 MB, and nothing of it stays", async () => {
    const { text } = await exported();
    const [opened = ""] = text.split("\n");
    const title = "x".repeat(8_000_000);
    async function* large() {
      yield Buffer.from(`${opened}\n`);
      for (let seq = 2; seq < 28; seq++) {
        const event = { v: 1, seq, at: "2026-01-01T00:00:00.000Z", body: { type: "session.titled", title } };
        yield Buffer.from(`${JSON.stringify(event)}\n`);
      }
    }
    const paths = await temporaryData();
    const taken = jsonlArchive(paths).import(large(), async () => undefined);
    await expect(taken).rejects.toMatchObject({
      code: "import_refused",
      params: { reason: "over_200_mb" },
    });
    expect(await readdir(paths.sessions)).toEqual([]);
  });

  it("is refused when it is in the trash, and where its folder may hold no session", async () => {
    const { id, text } = await exported();
    const paths = await temporaryData();
    const daemon = await givenDaemon({ archive: jsonlArchive(paths) });
    await expect(
      imports(daemon, text.replace(/"workspace":"[^"]*"/, '"workspace":"/"')),
    ).rejects.toMatchObject({ code: "workspace_unconfirmed" });
    expect(await readdir(paths.sessions)).toEqual([]);
    await imports(daemon, text);
    await daemon.client.call("removeSession", { params: { id }, body: {} });
    await expect(imports(daemon, text)).rejects.toMatchObject({ code: "import_refused" });
  });
});

it("an export as HTML shows every word as text, and its policy allows no request", async () => {
  const hostile = `</pre><script>alert(1)</script><img src="http://evil.example/x">'"&`;
  const daemon = await givenDaemon({ replies: [[says(hostile)]] });
  const id = await daemon.opensSession();
  const settled = new Promise<void>((resolve) => {
    daemon.application.sessions.watch((frame) => {
      if (frame.type === "session-changed" && frame.session.attention === "idle") resolve();
    });
  });
  await daemon.does(id, { type: "send-message", text: hostile });
  await settled;
  const { text } = await daemon.client.call("exportSession", {
    params: { id },
    body: { format: "html", redact: true, language: "zh-CN" },
  });
  expect(text).toMatch(/^<!doctype html>\n<html lang="zh-CN">/);
  expect(text.match(/<script>/g)).toHaveLength(1);
  expect(text).not.toContain("<img");
  expect(text).toContain("&lt;img src=&quot;http://evil.example/x&quot;&gt;");
  expect(text).toMatch(/Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^']+'/);
});
