import type { CapabilityKind } from "@kestrel/protocol";
import type { Capability } from "../../src/ports/capability-source.ts";

type Offered = Capability & { kind: CapabilityKind };
const skill = (name: string, words: string): Offered => ({ kind: "skill", name, signature: words, words });
/** The tools of a server: how each is called, and what it says of itself. */
const toolsOf = (server: string, tools: Readonly<Record<string, string>>): Offered[] =>
  Object.entries(tools).map(([call, words]) => ({
    kind: "server",
    name: `${server}/${call.slice(0, call.indexOf("("))}`,
    signature: `${server}/${call} – ${words}`,
    words,
  }));

/** Skills and tools of servers as public ones call and describe themselves, in our own words. */
export const capabilities: readonly Offered[] = [
  skill("pdf", "Read, fill, merge and split PDF documents and forms"),
  skill("xlsx", "Create and edit spreadsheets with formulas, charts and formatting"),
  skill("pptx", "Make slide decks and presentations, with layouts and speaker notes"),
  skill("docx", "Write and change Word documents with tracked changes and comments"),
  skill("frontend-design", "Design distinctive web interfaces, components and pages"),
  skill("brand-guidelines", "Colours, type and tone of the company in documents and pages"),
  skill("internal-comms", "Write status reports, newsletters and announcements for colleagues"),
  skill("algorithmic-art", "Generative art with p5.js, seeded randomness and flow fields"),
  skill("webapp-testing", "Test local web applications in a browser with Playwright scripts"),
  skill("mcp-builder", "Build servers for the Model Context Protocol in Python or TypeScript"),
  skill("skill-creator", "Create new skills, measure and improve those there are"),
  skill("release-notes", "Write release notes from commits and merged pull requests"),
  skill("database-migration", "Plan and write schema migrations for Postgres without downtime"),
  skill("security-audit", "Look for vulnerabilities in dependencies, secrets and configuration"),
  skill("code-review", "Review a change for faults, style and missing tests"),
  skill("api-client", "Generate typed clients from OpenAPI descriptions"),
  skill("terraform", "Write and check Terraform modules and plans"),
  skill("dockerfiles", "Write small and safe Dockerfiles and compose files"),
  skill("regex", "Write and explain regular expressions"),
  skill("latex", "Write papers and slides in LaTeX, with bibliographies"),
  ...toolsOf("github", {
    "create_issue(owner: string, repo: string, title: string, body?: string)":
      "Open a new issue in a repository",
    "list_issues(owner: string, repo: string, state?: string)": "List issues of a repository",
    "get_pull_request(owner: string, repo: string, number: int)": "Details of a pull request",
    "create_pull_request(owner: string, repo: string, head: string, base: string)": "Open a pull request",
    "search_code(query: string)": "Search code across repositories",
    "create_branch(owner: string, repo: string, branch: string)": "Make a branch",
  }),
  ...toolsOf("kube", {
    "pods_list(namespace?: string)": "List pods of the Kubernetes cluster",
    "pods_log(name: string, namespace?: string)": "Logs of a pod in the Kubernetes cluster",
    "events_list(namespace?: string)": "Events of the Kubernetes cluster",
  }),
  ...toolsOf("memory", {
    "create_entities(entities: array)": "Store entities in the knowledge graph",
    "search_nodes(query: string)": "Find nodes of the knowledge graph",
  }),
  ...toolsOf("browser", {
    "navigate(url: string)": "Go to a page in the browser",
    "take_screenshot(path?: string)": "Take a screenshot of the current page",
  }),
  ...toolsOf("notion", {
    "create_page(parent: string, title: string)": "Make a page in a workspace of Notion",
  }),
  ...toolsOf("postgres", {
    "query(sql: string)": "Run a read-only SQL query",
  }),
  ...toolsOf("slack", {
    "post_message(channel: string, text: string)": "Post a message to a Slack channel",
  }),
  ...toolsOf("calendar", {
    "create_event(title: string, start: string)": "Put an event into the calendar",
  }),
  {
    ...skill(
      "fetch",
      "fetch(url: string) – a web page as readable text web page site internet url https http",
    ),
    kind: "tool",
  },
];

/** What people say, and what of these they mean; nothing where they mean their own folder. */
export const sayings: readonly (readonly [said: string, meant?: string])[] = [
  ["merge these two PDF files into one", "pdf"],
  ["fill the form in application.pdf with my data", "pdf"],
  ["write release notes for version 2.3 from the commits since 2.2", "release-notes"],
  ["please open an issue in acme/shop: the cart forgets its items", "github/create_issue"],
  ["list the open issues of acme/shop", "github/list_issues"],
  ["create a branch named fix-cart on github in acme/shop", "github/create_branch"],
  ["what do the logs of the pod web-1 in the cluster say?", "kube/pods_log"],
  ["which pods run in the kubernetes cluster?", "kube/pods_list"],
  ["take a screenshot of the current page in the browser", "browser/take_screenshot"],
  ["summarise https://example.org/news/today for me", "fetch"],
  ["plan a database migration that splits the users table", "database-migration"],
  ["do a security audit of our dependencies", "security-audit"],
  ["make some algorithmic art with flow fields", "algorithmic-art"],
  ["write a terraform module for the bucket and check its plan", "terraform"],
  ["explain this regex and write a shorter regular expression", "regex"],
  ["post a message to the slack channel #dev that the build is green", "slack/post_message"],
  ["put a calendar event for Monday at ten", "calendar/create_event"],
  ["typeset the paper in latex with a bibliography", "latex"],
  ["use our brand guidelines for the colours of this page", "brand-guidelines"],
  ["build an mcp server in TypeScript: the mcp builder way", "mcp-builder"],
  ["fix the failing test in src/cart.test.ts"],
  ["rename the function total to sum everywhere"],
  ["why does npm test hang?"],
  ["add a README with how to run this"],
  ["what does this project do?"],
  ["run the tests and tell me what fails"],
  ["the page is blank after login, find out why"],
  ["write a function that reads a file line by line"],
  ["change the colour of the button to blue"],
  ["make the search faster"],
  ["hello"],
  ["thanks, that works"],
  ["update the dependencies"],
  ["create a new component for the header"],
  ["list all files that import React"],
  ["explain how the release script works"],
  ["the message queue drops events when the server restarts"],
  ["is there a memory leak in this server?"],
  ["open src/index.ts and show me the first lines"],
  ["review what I did today"],
];
