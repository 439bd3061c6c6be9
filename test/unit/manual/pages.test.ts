import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { groups, zhGroups } from "../../../docs/.vitepress/pages.ts";

const docs = join(import.meta.dirname, "../../../docs");

async function titleOf(place: string): Promise<string | undefined> {
  const page = await readFile(join(docs, place.endsWith("/") ? `${place}index.md` : `${place}.md`), "utf8");
  return page.match(/^# (.+)$/m)?.[1];
}

describe("the manual's sidebar", () => {
  it("calls each page by the page's own title", async () => {
    const listed = [
      ...groups.flatMap(({ items }) => items),
      ...zhGroups.flatMap(({ items }) => items.map(([place, title]) => [`zh/${place}`, title] as const)),
    ];
    const other: string[] = [];
    for (const [place, title] of listed) {
      const own = await titleOf(place);
      if (own !== title) other.push(`${place}: the sidebar says "${title}", the page "${own}"`);
    }
    expect(other).toEqual([]);
  });

  it("lists every page", async () => {
    const pages = (await readdir(docs, { recursive: true }))
      .filter(
        (name) => name.endsWith(".md") && !/^(?:adr|zh|\.vitepress)\//.test(name) && name !== "index.md",
      )
      .map((name) => name.slice(0, -".md".length));
    const listed = new Set(groups.flatMap(({ items }) => items.map(([place]) => place)));
    expect(pages.filter((page) => !listed.has(page))).toEqual([]);
  });

  it("has Start, Guides and the first help in Chinese, in the same order", () => {
    const places = (of: typeof groups) => of.map(({ items }) => items.map(([place]) => place));
    expect(places(zhGroups)).toEqual([...places(groups.slice(0, 2)), ["troubleshooting", "uninstalling"]]);
  });
});
