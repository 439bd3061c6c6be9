import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { type SessionEvent, SessionId } from "@kestrel/protocol";
import type { Page } from "playwright";
import { type TestDaemon, writeFiles } from "../daemon/start-daemon.ts";

/** Makes a folder with `files` and opens a session on it by its path, as a person does. */
export async function newSessionIn(
  page: Page,
  daemon: TestDaemon,
  files: Readonly<Record<string, string>>,
): Promise<{ id: SessionId; folder: string }> {
  const folder = await mkdtemp(join(daemon.folder, "project-"));
  await writeFiles(folder, files);
  await page.getByRole("link", { name: "New session" }).first().click();
  await page.getByLabel("Another folder").fill(folder);
  await page.getByRole("button", { name: "Start here" }).click();
  await page.waitForURL(/#\/sessions\/[a-z0-9]+$/);
  const id = SessionId.parse(page.url().split("/").at(-1));
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  return { id, folder };
}

/** What the daemon has on disk. */
export async function logOf(daemon: TestDaemon, id: string): Promise<SessionEvent[]> {
  const { events } = await daemon.client.call("readLog", { params: { id } });
  return events;
}
