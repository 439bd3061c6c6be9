import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { atMost, notMeasured, type Row } from "./row.ts";

/**
 * What a browser reads before the console shows: the page and everything it names, then the words of one language. kB of
 * 1000 bytes, each file by itself.
 */
export async function measureConsole(): Promise<Row[]> {
  const folder = join(process.cwd(), "console", "dist");
  const what = "console, first load";
  if (!existsSync(join(folder, "index.html"))) return [notMeasured(what, "needs the built console")];
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const named = [...page.matchAll(/(?:src|href)="\.?(\/?assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  const files = [Buffer.from(page), ...named.map((path) => readFileSync(join(folder, path)))];
  const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0) / 1000;
  const small = sum(files.map((file) => gzipSync(file).length));
  const raw = sum(files.map((file) => file.length));
  const words = readdirSync(join(folder, "assets")).filter((name) => /^(en|zh-cn)-.*\.js$/.test(name));
  const each = words.map((name) => gzipSync(readFileSync(join(folder, "assets", name))).length / 1000);
  return [
    atMost(what, small, 220, "kB gzip", `${raw.toFixed(0)} kB in ${files.length} files`),
    atMost(`${what}, with its words`, small + Math.max(...each), 220, "kB gzip", "the longer language"),
  ];
}
