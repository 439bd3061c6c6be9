import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fakeShell, memoryPictures, ScriptedBackend, says } from "@kestrel/core/testing";
import { ErrorBody, type SentImage, type SessionEvent, SessionId } from "@kestrel/protocol";
import type { TokenScope } from "@kestrel/protocol/access";
import { type ApiRoute, type FrozenLoadout, type RouteName, routes } from "@kestrel/protocol/api";
import { describe, expect, it } from "vitest";
import { type GivenDaemon, givenDaemon } from "./kit/given-daemon.ts";
import { rawRequest } from "./kit/raw-request.ts";
import { remotePlace } from "./kit/remote-place.ts";

const names = Object.keys(routes) as RouteName[];
const closed = names.filter((name) => routes[name].access !== "public");

describe("the table of routes", () => {
  it("has few public ones", () => {
    expect(names.filter((name) => routes[name].access === "public")).toEqual(["health", "login"]);
    expect(closed.length).toBeGreaterThan(8);
  });

  it.each(closed)("%s answers 401 without a token and with a wrong one, and does nothing", async (name) => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    for (const token of [undefined, "", "wrong", `${daemon.token}0`, daemon.token.slice(1)]) {
      const answer = await asks(daemon, name, session, token);
      expect(answer.status).toBe(401);
      expect(ErrorBody.parse(await answer.json())).toEqual({ error: { code: "unauthorized", params: {} } });
    }
    expect(daemon.engine.status().state).toBe("ready");
    expect((await daemon.client.call("listSessions")).sessions.map(({ id }) => id)).toEqual([session]);
    expect(await daemon.logOf(session)).toHaveLength(2);
    expect(daemon.clients()).toBe(0);
  });

  it.each(names)(
    "%s answers what the protocol says, protected and without a word to other origins",
    async (name) => {
      const daemon = await givenDaemon({
        backend: new ScriptedBackend([[says("A bird.")]], { vision: true }),
        tools: [fakeShell([])],
      });
      const session = await daemon.opensSession();
      if (name === "readImage")
        await daemon.does(session, { type: "send-message", text: "What is this?", images: [picture] });
      if (name === "restoreSession")
        await daemon.client.call("removeSession", { params: { id: session }, body: {} });
      if (["compareLoadouts", "readLoadout", "removeLoadout", "restoreLoadout"].includes(name))
        await daemon.client.call("saveLoadout", { body: { draft: { name: "kept" } } });
      if (name === "restoreLoadout") await daemon.client.call("removeLoadout", { body: { name: "kept" } });
      const { token } = await daemon.client.call("addToken", { body: { name: "ci", scopes: ["read"] } });
      const id = name === "revokeToken" ? token.id : session;
      if (name === "readDraft") await writeFile(join(daemon.folder, "PLAN.md"), "- [ ] sing\n");
      if (name === "pairDevice") await daemon.listenRemotely(await remotePlace([], "127.0.0.1"));
      const answer = await asks(daemon, name, id, daemon.token, bodies(daemon)[name]);
      expect(answer.ok).toBe(true);
      const kept = [...answer.headers].map(([header]) => header);
      expect(kept.filter((header) => header.startsWith("access-control-"))).toEqual([]);
      expect(kept).not.toContain("server");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      if (name === "events") return answer.body?.cancel();
      const { gives }: ApiRoute = routes[name];
      expect(answer.headers.get("content-type")).toMatch(
        gives === undefined ? /^application\/json; charset=utf-8$/ : new RegExp(`^${gives};`),
      );
      const text = await answer.text();
      expect(() => routes[name].answer.parse(gives === undefined ? JSON.parse(text) : text)).not.toThrow();
      if (name !== "login") expect(text).not.toContain(daemon.token);
    },
  );

  it("stands whole in this file: a route that wants more than an empty body has one here", () => {
    const wanting = names.filter((name) => routes[name].body?.safeParse({}).success === false);
    const given = bodies({ folder: "/", loginLink: () => "http://x/#c=x" } as GivenDaemon);
    expect(Object.keys(given)).toEqual(expect.arrayContaining(wanting));
  });

  it.each(names)("%s is refused to other names, origins and sites, whoever has the token", async (name) => {
    const daemon = await givenDaemon();
    const session = await daemon.opensSession();
    const body = JSON.stringify(bodies(daemon)[name] ?? {});
    const own = `Host: 127.0.0.1:${daemon.port}`;
    for (const from of strangers(own)) {
      const { method } = routes[name];
      const sent =
        method === "GET"
          ? []
          : ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`];
      const lines = [
        `${method} ${pathOf(name, session)} HTTP/1.1`,
        ...from,
        `Authorization: Bearer ${daemon.token}`,
      ];
      const bytes = [...lines, ...sent, "", method === "GET" ? "" : body].join("\r\n");
      const { status, head } = await rawRequest(daemon.port, bytes);
      expect({ from, status }).toEqual({ from, status: 403 });
      expect(head.toLowerCase()).not.toContain("access-control-");
    }
    expect(await daemon.logOf(session)).toHaveLength(2);
    expect((await daemon.client.call("listSessions")).sessions.map(({ id }) => id)).toEqual([session]);
    expect(daemon.engine.status().state).toBe("ready");
  });

  it.each(names.filter((name) => routes[name].body))(
    "%s refuses a field that it does not know",
    async (name) => {
      const daemon = await givenDaemon();
      const session = await daemon.opensSession();
      const body = { ...(bodies(daemon)[name] as object), surprise: 1 };
      const answer = await asks(daemon, name, session, daemon.token, body);
      expect(answer.status).toBe(400);
      expect(ErrorBody.parse(await answer.json()).error.code).toBe("invalid_request");
    },
  );
});

describe("who may use a route", () => {
  it("is written down here for every one of them", () => {
    const all = [...open, ...owners, ...lookers];
    expect(new Set(all).size).toBe(all.length);
    const wanted = names.map((name) => [name, wantedAccess(name)]);
    expect(Object.fromEntries(names.map((name) => [name, routes[name].access]))).toEqual(
      Object.fromEntries(wanted),
    );
  });

  it.each(names)("%s is open to the scopes of the table and to no other", async (name) => {
    const daemon = await givenDaemon({ backend: new ScriptedBackend([[says("A bird.")]]) });
    const session = await daemon.opensSession();
    const { access } = routes[name];
    // Those that are refused come first: what is let through may change something.
    for (const scope of scopes.toSorted((one, other) => lets(access, one) - lets(access, other))) {
      const { secret } = await daemon.client.call("addToken", { body: { name: scope, scopes: [scope] } });
      const before = await daemon.logOf(session);
      const answer = await asks(daemon, name, session, secret, bodies(daemon)[name]);
      const refused = answer.status === 403 && ErrorBody.parse(await answer.json()).error.code;
      expect({ scope, refused }).toEqual({ scope, refused: lets(access, scope) === 1 ? false : "forbidden" });
      if (refused) expect(await daemon.logOf(session)).toEqual(before);
      await answer.body?.cancel().catch(() => {});
    }
  });

  it("is the owner alone where there is no such route", async () => {
    const daemon = await givenDaemon();
    const { secret } = await daemon.client.call("addToken", { body: { name: "all", scopes: ["full"] } });
    const statusOf = async (token: string) =>
      (await fetch(`${daemon.url}/api/v1/nothing`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect([await statusOf(secret), await statusOf(daemon.token)]).toEqual([403, 404]);
  });
});

const open: RouteName[] = ["health", "login"];
const owners: RouteName[] = [
  ...(["makeLoginCode", "forgetDevices", "listTokens", "addToken", "revokeToken", "pairDevice"] as const),
  ...(["readEngineFetch", "fetchEngine"] as const),
  ...(["pairChannel", "unpairChannel", "switchChannel", "reloadChannels"] as const),
];
const lookers: RouteName[] = [
  ...(["ahead", "metrics", "openApi", "status", "sandbox", "settings", "listDiagnostics"] as const),
  ...([
    "listReach",
    "listInvocables",
    "listPermissions",
    "listTrust",
    "listMcp",
    "listWeb",
    "listHooks",
  ] as const),
  ...(["listLoadouts", "listLoadoutChoices", "readLoadout", "compareLoadouts", "listHelpers"] as const),
  ...(["listMemory", "recallMemory", "searchSessions", "readStorage", "events"] as const),
  ...(["listSessions", "listRemovedSessions", "readLog", "readTail", "readEarlier", "readJob"] as const),
  ...([
    "readImage",
    "previewUndo",
    "exportSession",
    "discovery",
    "refusedSeats",
    "listWorktrees",
    "listLoops",
    "listChannels",
  ] as const),
  ...(["listDownloads", "knownModels"] as const),
  ...(["listEngines", "listModels", "listChoices"] as const),
];

/** Whatever is named nowhere changes something. */
function wantedAccess(name: RouteName): ApiRoute["access"] {
  if (open.includes(name)) return "public";
  if (owners.includes(name)) return "owner";
  if (name === "events") return ["read", "full", "channel"];
  if (name === "openSession" || name === "sendOp") return ["full", "channel"];
  if (name === "lentModels" || name === "lendModel") return ["model"];
  return lookers.includes(name) ? ["read", "full"] : ["full"];
}

const scopes: readonly TokenScope[] = ["read", "full", "model", "channel:phone"];

/** Nothing here is a session of the channel's own: its key opens no more than anybody may. */
function lets(access: ApiRoute["access"], scope: TokenScope): number {
  const isNamed = access.includes(scope as never);
  return access === "public" || isNamed ? 1 : 0;
}

/** Another name that leads here, another origin, another site. */
function strangers(own: string): string[][] {
  return [
    ["Host: evil.example"],
    ["Host: 127.0.0.1.evil.example"],
    [own, "Origin: https://evil.example"],
    [own, "Origin: null"],
    [own, "Sec-Fetch-Site: cross-site"],
    [own, "Sec-Fetch-Site: same-site"],
  ];
}

function pathOf(name: RouteName, session: string): string {
  return routes[name].path.replace(":id", session).replace(":blob", blob);
}

function bodies(daemon: GivenDaemon): Partial<Record<RouteName, unknown>> {
  return {
    login: { code: new URL(daemon.loginLink()).hash.slice(3) },
    makeLoginCode: {},
    addToken: { name: "ci", scopes: ["read"] },
    revokeToken: {},
    pairDevice: { name: "phone", scopes: ["full"] },
    openSession: { workspace: daemon.folder },
    checkWorkspace: { workspace: daemon.folder },
    searchSessions: { words: "bird" },
    removeSession: {},
    restoreSession: {},
    readEarlier: { before: 1 },
    previewUndo: { target: { turn: "t1" } },
    draftCommit: {},
    forkSession: {},
    typeDraft: { text: "words that are being typed" },
    sendOp: { opId: "op-1", type: "set-mode", mode: "plan" },
    startEngine: {},
    stopEngine: {},
    refusedSeats: { crew: [] },
    readLoadout: { name: "kept" },
    removeLoadout: { name: "kept" },
    restoreLoadout: { name: "kept" },
    listFolder: {},
    loadModel: { id: "small" },
    unloadModel: {},
    keepServer: { url: "http://127.0.0.1:9" },
    forgetServer: { url: "http://127.0.0.1:9" },
    probeModel: {},
    changeSetting: { key: "limits.max_steps", value: 7 },
    addPermission: { workspace: daemon.folder, verdict: "allow", rule: "command: npm test" },
    revokePermission: {},
    importSession: `${JSON.stringify(opening)}\n`,
    exportSession: { format: "markdown", redact: true },
    lookAtTrust: { workspace: daemon.folder },
    decideTrust: { workspace: daemon.folder, digest: "of nothing", decision: "trusted" },
    revokeTrust: { workspace: daemon.folder },
    testMcp: { server: "birds" },
    testHook: { name: "guard" },
    billLoadout: { frozen: bareLoadout },
    checkLoadout: { draft: { name: "bare" } },
    saveLoadout: { draft: { name: "bare" } },
    forgetPlace: { url: "https://models.example.org/v1" },
    compareLoadouts: { before: "kept", after: "kept" },
    recallMemory: { words: "espresso" },
    storeMemory: { content: "The drink is espresso." },
    changeMemory: { id: "m0000000001", pinned: true },
    importMemory: { facts: [{ content: "The tea is oolong." }] },
    offerMemory: {},
    forgetMemory: { id: "m0000000001" },
    openWorktree: { workspace: daemon.folder, name: "birds" },
    reviewWorktree: { id: "birds-1" },
    mergeWorktree: { id: "birds-1", ours: "a".repeat(40), theirs: "a".repeat(40) },
    dropWorktree: { id: "birds-1" },
    restoreWorktree: { id: "birds-1" },
    readPlan: { workspace: daemon.folder, text: "- [ ] sing\n  check: true\n" },
    readDraft: { workspace: daemon.folder },
    startLoop: { workspace: daemon.folder, text: "- [ ] sing\n  check: true\n", file: "/p", digest: "d" },
    stopLoop: { id: "l000001" },
    startDownload: { source: "hf:Ada/tiny-GGUF" },
    pauseDownload: { id: "d1" },
    dropDownload: { id: "d1" },
    removeModel: { id: "small" },
    resumeLoop: { id: "l000001" },
    dropLoop: { id: "l000001" },
    pairChannel: { name: "phone" },
    unpairChannel: { name: "phone", sender: "412587349" },
    testChannel: { name: "phone" },
    switchChannel: { name: "phone", on: true },
    reloadChannels: {},
    lendModel: { messages: [{ role: "user", content: "Which bird?" }] },
    loginMcp: { server: "birds" },
    logoutMcp: { server: "birds" },
    switchMcp: { server: "birds", on: true, digest: "seen" },
    listPaths: { workspace: daemon.folder },
    switchSkill: { name: "birds", on: false },
    explainPermission: { workspace: daemon.folder, mode: "ask", command: "npm test" },
  };
}

const opening: SessionEvent = {
  v: 1,
  seq: 1,
  at: "2026-11-28T10:00:00.000Z",
  body: {
    type: "session.opened",
    sessionId: SessionId.parse("s0imported"),
    workspace: "/nowhere/birds",
    prefix: { system: "", tools: [], reasoning: "send" },
    mode: "ask",
    version: "0.0.0",
  },
};

const bareLoadout: FrozenLoadout = {
  format: 1,
  metadata: { name: "bare" },
  engine: [],
  adapter: [],
  system: "You are terse.",
  tools: [],
  permission: { ask: [], deny: [] },
  crew: [],
};

const picture: SentImage = { mediaType: "image/png", base64: "iVBORw0KGgoAAAANSUhEUg==" };
const { blob } = await memoryPictures().keep(picture);

function asks(
  { url }: GivenDaemon,
  name: RouteName,
  session: string,
  token: string | undefined,
  body: unknown = {},
): Promise<Response> {
  const { method, takes: type }: ApiRoute = routes[name];
  return fetch(url + pathOf(name, session), {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(method === "GET" ? {} : { "content-type": type ?? "application/json" }),
    },
    body: method === "GET" ? null : typeof body === "string" ? body : JSON.stringify(body),
  });
}
