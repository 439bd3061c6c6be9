import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { SessionEvent, SessionId } from "@kestrel/protocol";
import type { BrowserContextOptions, Page } from "playwright";
import { type TestDaemon, writeFiles } from "../daemon/start-daemon.ts";
import { openConsole, showSession } from "./open-console.ts";

/** Makes a folder with `files`, and shows a session in it that nothing was said in. */
export async function newSessionIn(
  page: Page,
  daemon: TestDaemon,
  files: Readonly<Record<string, string>>,
): Promise<{ id: SessionId; folder: string }> {
  const folder = await mkdtemp(join(daemon.folder, "project-"));
  await writeFiles(folder, files);
  const { session } = await daemon.client.call("openSession", { body: { workspace: folder } });
  await showSession(page, session.id);
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  return { id: session.id, folder };
}

/** A fresh browser on such a session. */
export async function openSessionIn(
  daemon: TestDaemon,
  files: Readonly<Record<string, string>>,
  options?: BrowserContextOptions,
): Promise<{ page: Page; id: SessionId; folder: string }> {
  const page = await openConsole(daemon, options);
  return { page, ...(await newSessionIn(page, daemon, files)) };
}

/** What the daemon has on disk. */
export async function logOf(daemon: TestDaemon, id: string): Promise<SessionEvent[]> {
  const { events } = await daemon.client.call("readLog", { params: { id } });
  return events;
}
