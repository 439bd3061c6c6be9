import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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

/** The anchor of a heading, as VitePress makes it (`slugify` of `@mdit-vue/shared`). */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F]/g, "")
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .replace(/^(\d)/, "_$1")
    .toLowerCase();
}

describe("the manual's links", () => {
  it("lead to a page, and to a heading of it", async () => {
    const names = (await readdir(docs, { recursive: true })).filter(
      (name) => name.endsWith(".md") && !name.startsWith(".vitepress/"),
    );
    const pages = new Map<string, { prose: string; anchors: Set<string> }>();
    for (const name of names) {
      const prose = (await readFile(join(docs, name), "utf8")).replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
      const headings = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
      pages.set(name, { prose, anchors: new Set(headings) });
    }
    const broken: string[] = [];
    for (const [name, { prose }] of pages)
      for (const [, place = "", anchor] of prose.matchAll(/\]\(((?:[^():#]+\.md)?)(?:#([^)]+))?\)/g)) {
        const page = pages.get(place === "" ? name : join(dirname(name), place));
        const leads = page && (anchor === undefined || page.anchors.has(decodeURIComponent(anchor)));
        if (!leads) broken.push(`${name}: ${place}${anchor === undefined ? "" : `#${anchor}`}`);
      }
    expect(broken).toEqual([]);
  });
});
