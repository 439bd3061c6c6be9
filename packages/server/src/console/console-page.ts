import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns the console's page with the terminal command of this program in it: users who are not logged in must type it.
 * Each call reads the file, because a new build removes the assets that the old page names. Without a file, the last page is
 * returned.
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
