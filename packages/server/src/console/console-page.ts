import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The page of the console, which says how the program is called in a terminal of this machine: whoever is not in yet must type it. */
export async function consolePage(folder: string, command: string): Promise<string> {
  const page = await readFile(join(folder, "index.html"), "utf8");
  return page.replace(
    "<head>",
    () => `<head>\n    <meta name="kestrel-command" content="${quoted(command)}" />`,
  );
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

function quoted(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => entities[sign] ?? sign);
}
