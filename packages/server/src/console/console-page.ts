import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The page of the console, which says how the program is called in a terminal of this machine: whoever is not in yet must type it.
 * Read for each who asks, because the files that it names go when the program is built anew; while there is none, the one before.
 */
export function consolePage(folder: string, command: string): () => Promise<string> {
  let page: string | undefined;
  return async () => {
    const read = readFile(join(folder, "index.html"), "utf8");
    page = await read.catch((error: unknown) => {
      if (page === undefined) throw error;
      return page;
    });
    return page.replace(
      "<head>",
      () => `<head>\n    <meta name="kestrel-command" content="${quoted(command)}" />`,
    );
  };
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

function quoted(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => entities[sign] ?? sign);
}
