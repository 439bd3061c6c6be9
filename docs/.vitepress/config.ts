import { type DefaultTheme, defineConfig } from "vitepress";
import { type Group, groups, zhGroups } from "./pages.ts";

/** The manual: built offline into `docs/.vitepress/dist`, served by the daemon under `/help/`. */
const base = "/help/";

function sidebar(of: readonly Group[], prefix = "/"): DefaultTheme.SidebarItem[] {
  return of.map(({ text, items }) => ({
    text,
    items: items.map(([place, name]) => ({ text: name, link: `${prefix}${place}` })),
  }));
}

// biome-ignore lint/style/noDefaultExport: VitePress takes its settings from the default export.
export default defineConfig({
  base,
  title: "Kestrel",
  description: "A local-first agent for your own model.",
  head: [["link", { rel: "icon", href: "data:," }]],
  cleanUrls: false,
  lastUpdated: false,
  metaChunk: true,
  markdown: { theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" } },
  outDir: "../console/dist/help",
  // The console's policy holds here too: no inline script.
  transformHtml: (page) =>
    page
      .replace(/<script id="check-dark-mode">.*?<\/script>\s*/s, "")
      .replace(/<script id="check-mac-os">.*?<\/script>/s, `<script src="${base}look.js"></script>`),
  themeConfig: {
    search: {
      provider: "local",
      options: {
        // Decisions are for those who change Kestrel; a search is for what a user reads.
        _render: (source, env, md) => (env.relativePath.startsWith("adr/") ? "" : md.render(source, env)),
      },
    },
    sidebar: sidebar(groups),
    outline: [2, 3],
  },
  locales: {
    root: { label: "English", lang: "en" },
    zh: {
      label: "简体中文",
      lang: "zh-CN",
      themeConfig: {
        sidebar: sidebar(zhGroups, "/zh/"),
        outline: { level: [2, 3], label: "本页" },
        docFooter: { prev: "上一页", next: "下一页" },
        returnToTopLabel: "回到顶部",
        sidebarMenuLabel: "目录",
        darkModeSwitchLabel: "外观",
      },
    },
  },
});
