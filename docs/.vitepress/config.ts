import { type DefaultTheme, defineConfig } from "vitepress";

/** The manual: built offline into `docs/.vitepress/dist`, served by the daemon under `/help/`. */
const base = "/help/";

type Group = { text: string; items: readonly (readonly [place: string, text: string])[] };

const groups: readonly Group[] = [
  {
    text: "Start",
    items: [
      ["start/install", "Install"],
      ["start/first-answer", "Your first answer"],
      ["start/your-own-model", "Your own model"],
      ["start/lm-studio", "LM Studio"],
      ["start/ollama", "Ollama"],
      ["start/llama-cpp", "llama.cpp"],
      ["start/vllm", "vLLM and other servers"],
      ["install", "Packages and platforms"],
    ],
  },
  {
    text: "Guides",
    items: [
      ["guides/first-task", "A first task"],
      ["guides/reviewing-changes", "Review changes"],
      ["permissions", "Permissions and sandbox"],
      ["guides/undo", "Undo"],
      ["guides/long-sessions", "Long sessions"],
      ["terminal", "The terminal"],
      ["mcp", "MCP servers"],
      ["reach", "Skills, prompts, the web"],
      ["hooks", "Hooks"],
      ["loadouts", "Loadouts"],
      ["crew", "Several models"],
      ["helpers", "Subagents"],
      ["memory", "Memory"],
      ["long-jobs", "Long jobs"],
      ["guides/worked-night", "A worked night"],
      ["guides/automation", "Automation"],
      ["guides/another-device", "From another device"],
      ["guides/editors", "From your editor"],
      ["guides/channels", "Channels"],
      ["guides/other-programs", "The model for other programs"],
    ],
  },
  {
    text: "Reference",
    items: [
      ["commands", "Commands"],
      ["reference/settings", "Settings"],
      ["reference/slash-commands", "Slash commands"],
      ["reference/events", "Events"],
      ["reference/routes", "API routes"],
      ["api", "API by example"],
      ["reference/exit-codes", "Exit codes"],
      ["reference/errors", "Errors"],
    ],
  },
  {
    text: "Concepts",
    items: [
      ["concepts/cache", "Cache and context"],
      ["weak-models", "Weak models"],
      ["tools-in-words", "Tools in words"],
      ["tool-calls", "Tool calls"],
      ["edits", "Edits"],
      ["guards", "Guards"],
      ["concepts/security", "Security model"],
      ["glossary", "Glossary"],
    ],
  },
  {
    text: "Help",
    items: [
      ["troubleshooting", "Troubleshooting"],
      ["diagnostics", "Diagnostics"],
      ["faq", "FAQ"],
      ["upgrading", "Upgrading"],
      ["uninstalling", "Uninstalling"],
    ],
  },
  {
    text: "Contributing",
    items: [
      ["architecture", "Architecture"],
      ["adr/", "Decisions"],
      ["dependencies", "Dependencies"],
      ["benchmarks", "Benchmarks"],
    ],
  },
];

const zhGroups: readonly Group[] = [
  {
    text: "开始",
    items: [
      ["start/install", "安装"],
      ["start/first-answer", "第一个回答"],
      ["start/your-own-model", "你自己的模型"],
      ["start/lm-studio", "LM Studio"],
      ["start/ollama", "Ollama"],
      ["start/llama-cpp", "llama.cpp"],
      ["start/vllm", "vLLM 和其他服务器"],
    ],
  },
  {
    text: "指南",
    items: [
      ["guides/first-task", "第一个任务"],
      ["guides/reviewing-changes", "检查改动"],
      ["permissions", "权限与沙箱"],
      ["guides/undo", "撤销"],
      ["guides/long-sessions", "长会话"],
      ["mcp", "MCP 服务器"],
      ["memory", "记忆"],
      ["guides/automation", "自动化"],
      ["guides/another-device", "从其他设备使用"],
      ["guides/editors", "在编辑器中使用"],
      ["guides/channels", "频道"],
    ],
  },
];

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
