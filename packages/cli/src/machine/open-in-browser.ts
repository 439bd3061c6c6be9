import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { absent, passOver } from "@kestrel/diagnostics";

/** A browser that was just started has read the file by then. Milliseconds. */
const keptMs = 60_000;

/**
 * Opens a link in the desktop's browser; does nothing on a machine without a desktop. Never fails. The link logs its
 * holder in, and every user can read a program's arguments: so the browser gets a file in `folder`, readable only by this
 * user, that redirects to it.
 */
export async function openInBrowser(link: string, folder: string): Promise<void> {
  const opener = openerFor(process.platform, process.env);
  if (!opener) return;
  await removeOld(folder);
  const file = join(folder, `open-${randomBytes(6).toString("hex")}.html`);
  const written = await writeFile(file, forwardingPage(link), { mode: 0o600, flag: "wx" }).then(
    () => true,
    passOver("opening a browser"),
  );
  if (!written) return;
  setTimeout(() => rm(file, { force: true }).catch(passOver("opening a browser")), keptMs).unref();
  const [program, ...args] = opener;
  const child = spawn(program, [...args, pathToFileURL(file).href], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

/** Removes files of programs that ended early. */
async function removeOld(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(absent)) ?? [];
  const old = names.filter((name) => /^open-[0-9a-f]{12}\.html$/.test(name));
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
}

/** A page that only redirects to the link. */
function forwardingPage(link: string): string {
  const safe = link.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${safe}"><title>Kestrel</title><a href="${safe}">Kestrel</a>\n`;
}

/** The desktop's command that opens a link. Undefined without a local desktop: in CI, over SSH, without a display. */
function openerFor(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): [string, ...string[]] | undefined {
  if (environment.CI || environment.SSH_CONNECTION) return undefined;
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}
