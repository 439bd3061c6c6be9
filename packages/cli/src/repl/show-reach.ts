import { serverTable } from "../mcp/server-lines.ts";
import { helperLines } from "../session-lines/helper-lines.ts";
import { hookLines } from "../session-lines/hook-lines.ts";
import { promptLines, skillLines } from "../session-lines/reach-lines.ts";
import { trialLine, webLines } from "../session-lines/web-lines.ts";
import type { SlashContext } from "./slash-context.ts";

/** `/skills` lists the skills and their cost; `/skills on NAME` and `off NAME` set what new sessions get. */
export async function showSkills(
  { connection, dialogue, surface, say, folder }: SlashContext,
  argument: string,
): Promise<void> {
  const workspace = dialogue.state?.workspace ?? folder;
  const [, wanted, name] = /^(on|off)\s+(\S+)$/.exec(argument) ?? [];
  if (argument !== "" && name === undefined) return void surface.tell(say("reach.how"));
  const reach =
    name === undefined
      ? await connection.client.call("listReach", { body: { workspace } })
      : await connection.client.call("switchSkill", { body: { workspace, name, on: wanted === "on" } });
  surface.tell(skillLines(reach, say).join("\n"));
}

/** `/prompts` lists the built-in and the user's prompts. */
export async function showPrompts({
  connection,
  dialogue,
  surface,
  say,
  folder,
}: SlashContext): Promise<void> {
  const workspace = dialogue.state?.workspace ?? folder;
  const reach = await connection.client.call("listReach", { body: { workspace } });
  surface.tell(promptLines(reach, say).join("\n"));
}

/** `/mcp` lists the MCP servers, as `kestrel mcp` does; starts none. */
export async function showServers({ connection, surface, say }: SlashContext): Promise<void> {
  surface.tell(serverTable(await connection.client.call("listMcp"), say).join("\n"));
}

/** `/web` lists the web tools; `/web try` searches once. */
export async function showWeb({ connection, surface, say }: SlashContext, argument: string): Promise<void> {
  if (argument === "try") {
    const { trial } = await connection.client.call("trySearch", { body: {} });
    return void surface.tell(trialLine(trial, say));
  }
  const { tools } = await connection.client.call("listWeb");
  surface.tell(webLines(tools, say).join("\n"));
}

/** `/helpers` lists the subagents of new sessions. */
export async function showHelpers({ connection, surface, say }: SlashContext): Promise<void> {
  surface.tell(helperLines(await connection.client.call("listHelpers"), say).join("\n"));
}

/** `/hooks` lists the hooks that apply here, and their last results. */
export async function showHooks({ connection, dialogue, surface, say, folder }: SlashContext): Promise<void> {
  const workspace = dialogue.state?.workspace ?? folder;
  const listed = await connection.client.call("listHooks", { body: { workspace } });
  surface.tell(hookLines(listed, say).join("\n"));
}
