import { spawn } from "node:child_process";

/** Opens a link in the desktop's browser; does nothing on a machine without a desktop. Never fails. */
export async function openInBrowser(link: string): Promise<void> {
  const opener = openerFor(process.platform, process.env);
  if (!opener) return;
  const [file, ...args] = opener;
  const child = spawn(file, [...args, link], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

/** The desktop's own way to open a link, or undefined where nobody could see it. */
function openerFor(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): [string, ...string[]] | undefined {
  if (environment.CI || environment.SSH_CONNECTION) return undefined;
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}
