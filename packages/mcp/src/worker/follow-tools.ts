import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "@modelcontextprotocol/client";
import { Anything } from "./anything.ts";
import type { ServerTool } from "./messages.ts";
import { readTools } from "./read-tools.ts";

/** Milliseconds without news before a list counts: some servers announce a change as soon as one is connected. */
const quietMs = 250;

/**
 * Resolves with the tools of a server once its list stops changing. After later changes it reads the list again and calls
 * `changed`. Only one read runs at a time, however often the server announces a change.
 */
export async function followTools(
  client: Client,
  timeout: number,
  changed: (tools: ServerTool[]) => void,
): Promise<ServerTool[]> {
  const { tools } = client.getServerCapabilities() ?? {};
  if (!tools) return [];
  const list = () =>
    readTools((cursor) =>
      client.request({ method: "tools/list", params: cursor === undefined ? {} : { cursor } }, Anything, {
        timeout,
      }),
    );
  if (!tools.listChanged) return list();
  let news = false;
  let following = false;
  let quiet: NodeJS.Timeout | undefined;
  let reading = false;
  const soon = () => {
    clearTimeout(quiet);
    quiet = setTimeout(read, quietMs);
  };
  const read = async () => {
    if (reading) return soon();
    reading = true;
    await list().then(changed, () => {}); // expected: the connection ends, and that is told
    reading = false;
  };
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    news = true;
    if (following) soon();
  });
  let first = await list();
  await wait(quietMs);
  if (news) {
    news = false;
    first = await list();
  }
  following = true;
  if (news) soon();
  return first;
}
