import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { catalogOf } from "@kestrel/core";
import { callsTool, givenSession, says, stillHost } from "@kestrel/core/testing";
import { type EventBody, SessionId } from "@kestrel/protocol";
import { expect, it, onTestFinished } from "vitest";
import { isPrivateSession } from "../../packages/app/src/compose-memory.ts";
import { sessionsSource } from "../../packages/memory/src/index.ts";
import { temporaryFolder } from "../../packages/memory/test/given-memory.ts";
import { dataPaths, jsonlArchive, sessionCatalog, sessionSearch } from "../../packages/store/src/index.ts";
import { estimateTokens } from "../../packages/text/src/index.ts";

const finds = callsTool("use", { name: "sessions", action: "call", arguments: { find: "kingfisher port" } });
const nothing = { on: true, recall: async () => ({ pinned: [], found: [], known: [] }), used: () => {} };

/** Sessions of other days, on disk, and a model that asks for them. */
async function givenPast() {
  const root = await temporaryFolder();
  const paths = dataPaths({ HOME: root, KESTREL_DATA_DIR: join(root, "data") });
  await mkdir(paths.sessions, { recursive: true });
  const archive = jsonlArchive(paths);
  const search = sessionSearch(paths);
  const catalog = sessionCatalog(paths);
  onTestFinished(async () => {
    await search.close();
    await catalog.close();
  });
  let at = 0;
  const held = async (workspace: string, ...bodies: EventBody[]) => {
    const id = SessionId.parse(`s${String(++at).padStart(10, "0")}`);
    const log = await archive.create(id);
    const opened: EventBody = {
      type: "session.opened",
      ...{ sessionId: id, workspace, mode: "ask", version: "0" },
      prefix: { system: "", tools: [], reasoning: "send" },
    };
    await log.append([opened, ...bodies]);
    await log.close();
    return id;
  };
  const source = sessionsSource(
    { search, list: () => catalog.list(), isPrivate: (id) => isPrivateSession(paths, id) },
    (text) => `d${text.length}`,
  );
  const asks = async (memoryOn = true) => {
    const session = await givenSession({
      ...{ replies: [[finds], [says("Well.")]], catalog: catalogOf([source]), memory: nothing },
      ...{ host: stillHost(), workspace: "/home/ada/here" },
    });
    if (!memoryOn) await session.does({ type: "set-memory", on: false });
    await session.says("which port was it?");
    return session.bodies("tool.finished")[0]?.content ?? "";
  };
  return { held, asks, source };
}

const said = (text: string): EventBody => ({ type: "turn.started", turnId: "t1", text });

it("finds what was said in past sessions of the folder, with date and session, and nothing of a private or another one", async () => {
  const { held, asks, source } = await givenPast();
  const here = await held("/home/ada/here", said("the kingfisher port is 4000"));
  await held("/home/ada/there", said("the kingfisher port is 5000"));
  await held("/home/ada/here", { type: "memory.set", on: false }, said("the kingfisher port is 6000"));
  const answer = await asks();
  expect(answer).toMatch(
    new RegExp(`^- \\d{4}-\\d\\d-\\d\\d, session ${here} “.*”: .*kingfisher port is 4000`),
  );
  expect(answer.split("\n")).toHaveLength(1);
  expect(await asks(false)).toContain("not used in this session");
  const [line] = await source.lines("/home/ada/here");
  expect(estimateTokens(`${line?.name}: ${line?.line}`)).toBeLessThanOrEqual(12);
});
