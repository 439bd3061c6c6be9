import type { Application } from "@kestrel/daemon";
import type { FastifyInstance } from "fastify";
import { route } from "./route.ts";

/** The routes that one part of the application answers as it is. */
export function applicationRoutes(app: FastifyInstance, application: Application): void {
  reachRoutes(app, application);
  permissionRoutes(app, application);
  trustRoutes(app, application);
  loadoutRoutes(app, application);
  mcpRoutes(app, application);
  memoryRoutes(app, application);
  hookRoutes(app, application);
  helperRoutes(app, application);
  webRoutes(app, application);
  channelRoutes(app, application);
  loopRoutes(app, application);
  downloadRoutes(app, application);
}

/** Skills and prompts: the available ones, and those for new sessions. */
function reachRoutes(app: FastifyInstance, { reach }: Application): void {
  route(app, "listReach", 200, ({ body }) => reach.list(body.workspace));

  route(app, "listInvocables", 200, ({ body }) => reach.names(body.workspace));

  route(app, "listPaths", 200, ({ body }) => reach.paths(body.workspace));

  route(app, "switchSkill", 200, ({ body }) => reach.switchSkill(body.name, body.on, body.workspace));
}

/** The rules outside sessions: list, create, revoke, and test on a command. */
function permissionRoutes(app: FastifyInstance, { permissions }: Application): void {
  route(app, "listPermissions", 200, () => permissions.list());

  route(app, "addPermission", 200, ({ body }) => permissions.add(body.workspace, body.verdict, body.rule));

  route(app, "revokePermission", 200, ({ params }) => permissions.revoke(params.id ?? ""));

  route(app, "explainPermission", 200, async ({ body }) => {
    const { decision, trace, rules } = await permissions.explain(body.workspace, body.mode, body.command);
    return { decision, trace: [...trace], ...(rules && { rules: [...rules] }) };
  });
}

/** The contents of folders, and the user's trust decisions. */
function trustRoutes(app: FastifyInstance, { trust }: Application): void {
  route(app, "lookAtTrust", 200, ({ body }) => trust.look(body.workspace));

  route(app, "decideTrust", 200, ({ body }) =>
    trust.decide(body.workspace, body.digest, body.decision, body.about),
  );

  route(app, "listTrust", 200, async () => ({ workspaces: await trust.decided() }));

  route(app, "revokeTrust", 200, ({ body }) => trust.revoke(body.workspace));
}

/** The contents and costs of the user's loadouts, and drafts of new ones. Loads and starts nothing. */
function loadoutRoutes(app: FastifyInstance, { loadouts }: Application): void {
  route(app, "listLoadouts", 200, () => loadouts.list());

  route(app, "billLoadout", 200, async ({ body }) => ({ bill: await loadouts.bill(body.frozen) }));

  route(app, "listLoadoutChoices", 200, () => loadouts.choices());

  route(app, "checkLoadout", 200, async ({ body }) => ({ checked: await loadouts.check(body.draft) }));

  route(app, "saveLoadout", 201, ({ body }) => loadouts.save(body.draft));

  route(app, "readLoadout", 200, ({ body }) => loadouts.text(body.name));

  route(app, "removeLoadout", 200, ({ body }) => loadouts.remove(body.name));

  route(app, "restoreLoadout", 200, ({ body }) => loadouts.restore(body.name));

  route(app, "forgetPlace", 200, ({ body }) => loadouts.forgetPlace(body.url));

  route(app, "compareLoadouts", 200, async ({ body }) => ({
    differences: await loadouts.compare(body.before, body.after),
  }));
}

/** The user's MCP servers: list, test, and turn on or off for new sessions. */
function mcpRoutes(app: FastifyInstance, { mcp }: Application): void {
  route(app, "listMcp", 200, () => mcp.list());

  route(app, "testMcp", 200, async ({ body }) => ({ server: await mcp.test(body.server) }));

  route(app, "loginMcp", 200, async ({ body }) => {
    const { address, failure } = await mcp.login(body.server);
    return { ...(address !== undefined && { address }), ...(failure && { failure }) };
  });

  route(app, "logoutMcp", 200, ({ body }) => mcp.logout(body.server));

  route(app, "switchMcp", 200, ({ body }) => mcp.switch(body.server, body.on, body.digest));
}

/** The user's facts: list, search, add, change and erase. */
function memoryRoutes(app: FastifyInstance, { memory }: Application): void {
  route(app, "listMemory", 200, ({ body }) => memory.list(body));

  route(app, "recallMemory", 200, ({ body }) => memory.recall(body));

  route(app, "storeMemory", 201, ({ body }) => memory.store(body));

  route(app, "importMemory", 200, ({ body }) => memory.import(body));

  route(app, "changeMemory", 200, ({ body }) => memory.change(body));

  route(app, "offerMemory", 200, ({ body }) => memory.offer(body));

  route(app, "forgetMemory", 200, ({ body }) => memory.forget(body.id));
}

/** Hooks: the active ones, their answers, and a test run. */
function hookRoutes(app: FastifyInstance, application: Application): void {
  route(app, "listHooks", 200, ({ body }) => application.listHooks(body.workspace));

  route(app, "testHook", 200, async ({ body }) => ({
    trial: await application.testHook(body.name, body.workspace),
  }));
}

/** The subagents available to a new session. */
function helperRoutes(app: FastifyInstance, application: Application): void {
  route(app, "listHelpers", 200, () => application.helpers());
}

/** The web tools: which are on, and a test search. */
function webRoutes(app: FastifyInstance, application: Application): void {
  route(app, "listWeb", 200, () => application.listWeb());

  route(app, "trySearch", 200, () => application.trySearch());
}

/** The user's channels: list, pair, test, enable and disable. */
function channelRoutes(app: FastifyInstance, application: Application): void {
  const channels = () => application.channels();

  route(app, "listChannels", 200, () => channels().list());

  route(app, "pairChannel", 200, ({ body }) => channels().pair(body.name));

  route(app, "unpairChannel", 200, ({ body }) => channels().unpair(body.name, body.sender));

  route(app, "testChannel", 200, ({ body }) => channels().test(body.name));

  route(app, "switchChannel", 200, ({ body }) => channels().switch(body.name, body.on));

  route(app, "reloadChannels", 200, () => channels().reload());
}

/** Plans in progress, and separate worktrees: create, review, merge and drop. */
function loopRoutes(app: FastifyInstance, application: Application): void {
  const worktrees = () => application.worktrees();

  route(app, "listWorktrees", 200, ({ body }) => application.listWorktrees(body.sizes === true));

  route(app, "openWorktree", 201, ({ body }) => application.openWorktree(body));

  route(app, "reviewWorktree", 200, ({ body }) => worktrees().review(body.id));

  route(app, "mergeWorktree", 200, async ({ body: { id, ...commits } }) => ({
    commit: await worktrees().merge(id, commits),
  }));

  route(app, "dropWorktree", 200, async ({ body }) => ({
    worktree: await application.dropWorktree(body.id),
  }));

  route(app, "restoreWorktree", 200, async ({ body }) => ({ worktree: await worktrees().restore(body.id) }));

  route(app, "readPlan", 200, async ({ body }) => application.loops().plan(body.text, body.workspace));

  route(app, "readDraft", 200, async ({ body }) => ({
    text: await application.readDraft(body.workspace),
  }));

  route(app, "startLoop", 201, async ({ body }) => ({ loop: await application.startLoop(body) }));

  route(app, "listLoops", 200, async () => ({ loops: await application.loops().list() }));

  route(app, "stopLoop", 200, async ({ body }) => ({ loop: await application.loops().stop(body.id) }));

  route(app, "resumeLoop", 200, async ({ body }) => ({ loop: await application.loops().resume(body.id) }));

  route(app, "dropLoop", 200, async ({ body }) => ({ loop: await application.loops().drop(body.id) }));
}

/** Models to download and delete, and recommended ones. */
function downloadRoutes(app: FastifyInstance, application: Application): void {
  const listed = async () => {
    const downloads = application.downloads();
    return { downloads: await downloads.list(), folder: downloads.folder };
  };
  route(app, "listDownloads", 200, listed);

  route(app, "knownModels", 200, () => application.downloads().known());

  route(app, "startDownload", 202, async ({ body }) => ({
    download: await application.downloads().start(body.source),
  }));

  route(app, "pauseDownload", 200, async ({ body }) => ({
    download: await application.downloads().pause(body.id),
  }));

  route(app, "dropDownload", 200, async ({ body }) => {
    await application.downloads().drop(body.id);
    return listed();
  });

  route(app, "readEngineFetch", 200, () => application.downloads().engine.read());

  route(app, "fetchEngine", 202, ({ body }) => application.downloads().engine.start(body.vulkan));

  route(app, "removeModel", 200, async ({ body }) => ({
    freed: await application.downloads().remove(body.id),
  }));
}
