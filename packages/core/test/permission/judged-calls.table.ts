import { file, line, type Told, veiled } from "./judge.ts";

type Row = readonly [what: string, told: Told, verdicts: string];

/** What plan, ask, edits and auto say where no rule stands. */
export const ofMode: readonly Row[] = [
  ["a read", { tool: "read", subject: file("a", "read"), risk: "read" }, "allow allow allow allow"],
  [
    "a secret",
    { tool: "read", subject: file(".env", "read"), risk: "read", reasons: ["reads_secret"] },
    "ask ask ask ask",
  ],
  ["an edit", { tool: "edit", subject: file("a"), risk: "edit" }, "deny ask allow allow"],
  [
    "a protected place",
    { tool: "edit", subject: file(".git/config"), risk: "edit", reasons: ["protected_path"] },
    "deny ask ask ask",
  ],
  ["a line proven to look", { subject: line("ls"), risk: "read", reading: [0] }, "allow allow allow allow"],
  ["a command", {}, "deny ask ask ask"],
  ["a command in the sandbox", { confined: true }, "deny ask ask allow"],
  ["a veiled line in the sandbox", { subject: veiled("$x"), confined: true }, "deny ask ask allow"],
  ["what may destroy, in the sandbox", { risk: "destructive", confined: true }, "deny ask ask ask"],
  ["what leaves the machine, in the sandbox", { risk: "external", confined: true }, "deny ask ask ask"],
  [
    "what asks the session's own loopback, in the sandbox",
    {
      subject: { ...line("curl http://127.0.0.1:3999/"), network: ["http://127.0.0.1:3999/"] },
      confined: true,
    },
    "deny ask ask allow",
  ],
  [
    "what asks loopback, outside the sandbox",
    { subject: { ...line("curl http://127.0.0.1:3999/"), network: ["http://127.0.0.1:3999/"] } },
    "deny ask ask ask",
  ],
  [
    "what names another host too, in the sandbox",
    {
      subject: {
        ...line("curl http://127.0.0.1:3999/ https://e.org"),
        network: ["http://127.0.0.1:3999/", "https://e.org"],
      },
      confined: true,
    },
    "deny ask ask ask",
  ],
  [
    "a tool that reaches a host",
    { tool: "fetch", subject: { network: ["https://e.org"] } },
    "deny ask ask ask",
  ],
];

const page: Told = {
  tool: "use",
  subject: { network: ["docs.example.org"], capability: "fetch" },
  risk: "external",
  reasons: ["may_reach_network"],
};

/** The same where rules stand. */
export const ofRules: readonly Row[] = [
  ["ask about a page", page, "deny ask ask ask"],
  [
    "let a page through by its host",
    { ...page, rules: ["allow host: docs.example.org"] },
    "deny allow allow allow",
  ],
  ["or by a family of hosts", { ...page, rules: ["allow host: *.example.org"] }, "deny allow allow allow"],
  ["not by another host", { ...page, rules: ["allow host: example.org"] }, "deny ask ask ask"],
  ["not by the door", { ...page, rules: ["allow use"] }, "deny ask ask ask"],
  ["deny a host", { ...page, rules: ["allow host: *", "deny host: *.example.org"] }, "deny deny deny deny"],
  [
    "not where it may do more than it names",
    { ...page, subject: { ...page.subject, opaque: true }, rules: ["allow host: *"] },
    "deny ask ask ask",
  ],
  ["allow exactly this", { rules: ["allow command: npm test"] }, "deny allow allow allow"],
  [
    "allow nothing more",
    { subject: line("npm test x"), rules: ["allow command: npm test"] },
    "deny ask ask ask",
  ],
  [
    "allow what begins so",
    { subject: line("npm test x"), rules: ["allow command: npm test*"] },
    "deny allow allow allow",
  ],
  [
    "cover every part or none",
    { subject: line("npm test && rm x"), rules: ["allow command: npm test"] },
    "deny ask ask ask",
  ],
  [
    "cover parts together",
    {
      subject: line("npm test && npm run lint"),
      rules: ["allow command: npm test", "allow command: npm run *"],
    },
    "deny allow allow allow",
  ],
  [
    "need not cover what only looks",
    { subject: line("npm test && tail x"), reading: [1], rules: ["allow command: npm test"] },
    "deny allow allow allow",
  ],
  [
    "never cover a veiled line",
    { subject: veiled("npm test"), rules: ["allow command: *", "allow shell"] },
    "deny ask ask ask",
  ],
  [
    "never cover what may destroy",
    { risk: "destructive", rules: ["allow command: *", "allow shell"] },
    "deny ask ask ask",
  ],
  [
    "never cover what leaves the machine",
    { risk: "external", rules: ["allow shell", "allow host: *"] },
    "deny ask ask ask",
  ],
  [
    "never cover a protected place",
    {
      tool: "edit",
      subject: file(".git/x"),
      risk: "edit",
      reasons: ["protected_path"],
      rules: ["allow edit", "allow path: **"],
    },
    "deny ask ask ask",
  ],
  [
    "allow a path to a tool",
    { tool: "edit", subject: file("src/a"), risk: "edit", rules: ["allow edit path: src/**"] },
    "deny allow allow allow",
  ],
  [
    "and to no other tool",
    { tool: "write", subject: file("src/a"), risk: "edit", rules: ["allow edit path: src/**"] },
    "deny ask allow allow",
  ],
  [
    "allow no way out of a path",
    { tool: "edit", subject: file("src/../x"), risk: "edit", rules: ["allow path: src/**"] },
    "deny ask allow allow",
  ],
  [
    "allow no link out of a path",
    { tool: "edit", subject: file("src/link"), places: ["x"], risk: "edit", rules: ["allow path: src/**"] },
    "deny ask allow allow",
  ],
  ["deny beats allow", { rules: ["allow command: npm *", "deny command: npm test"] }, "deny deny deny deny"],
  [
    "deny beats a read",
    { tool: "read", subject: file("s/x", "read"), risk: "read", rules: ["deny path: s/**"] },
    "deny deny deny deny",
  ],
  [
    "deny hears through a link",
    { tool: "read", subject: file("l", "read"), places: ["s/x"], risk: "read", rules: ["deny path: s/**"] },
    "deny deny deny deny",
  ],
  [
    "deny hears what a line looks at",
    { subject: line("cat l"), places: ["s/x"], risk: "read", reading: [0], rules: ["deny path: s/**"] },
    "deny deny deny deny",
  ],
  [
    "deny hears any part",
    { subject: line("ls && git push"), rules: ["deny command: git push*"] },
    "deny deny deny deny",
  ],
  [
    "deny makes a veiled line ask",
    { subject: veiled("$g"), confined: true, rules: ["deny command: git push*"] },
    "deny ask ask ask",
  ],
  [
    "deny makes a search around it ask",
    {
      tool: "search",
      subject: { pattern: "x", ...file(".", "read") },
      below: ["."],
      risk: "read",
      rules: ["deny path: s/**"],
    },
    "ask ask ask ask",
  ],
  [
    "deny leaves a search beside it alone",
    {
      tool: "search",
      subject: { pattern: "x", ...file("t", "read") },
      below: ["t"],
      risk: "read",
      rules: ["deny path: s/**"],
    },
    "allow allow allow allow",
  ],
  ["allow beats ask", { rules: ["ask command: npm *", "allow command: npm test"] }, "deny allow allow allow"],
  [
    "ask beats the mode",
    { tool: "read", subject: file("s/x", "read"), risk: "read", rules: ["ask path: s/**"] },
    "ask ask ask ask",
  ],
  ["ask beats auto", { confined: true, rules: ["ask command: npm *"] }, "deny ask ask ask"],
  [
    "deny hears through wrappers",
    { subject: line("sudo env X=1 /usr/bin/git push"), confined: true, rules: ["deny command: git push*"] },
    "deny deny deny deny",
  ],
  ...[
    "git -C ../other push",
    "git --no-pager -C ../other -c user.name=x push origin",
    "git --git-dir=../other/.git --work-tree ../other push",
    "sudo git -C ../other push",
    "/usr/bin/git -P push",
  ].map(
    (text): Row => [
      `deny ${text} as what it is`,
      { subject: line(text), confined: true, rules: ["allow command: git *", "deny command: git push*"] },
      "deny deny deny deny",
    ],
  ),
  [
    "deny a subcommand of another program behind its options",
    { subject: line("npm --prefix web publish"), rules: ["deny command: npm publish*"] },
    "deny deny deny deny",
  ],
  [
    "not another subcommand in another folder",
    { subject: line("git -C push-tool status"), confined: true, rules: ["deny command: git push*"] },
    "deny ask ask allow",
  ],
  [
    "ask about a git whose words may mean something else",
    { subject: line("git -c alias.p=push p"), confined: true, rules: ["deny command: git push*"] },
    "deny ask ask ask",
  ],
  [
    "allow git in another folder by no rule about this one",
    { subject: line("git -C ../other stash"), rules: ["allow command: git stash"] },
    "deny ask ask ask",
  ],
  [
    "deny hears what bash runs beside the line",
    { subject: line("coproc git push"), confined: true, rules: ["deny command: git push*"] },
    "deny deny deny deny",
  ],
  [
    "deny makes a text that the shell keeps for later ask",
    { subject: line("trap 'git push' EXIT"), confined: true, rules: ["deny command: git push*"] },
    "deny ask ask ask",
  ],
  [
    "deny leaves a folder's dot alone",
    { subject: line("eslint ."), confined: true, rules: ["deny command: git push*"] },
    "deny ask ask allow",
  ],
  [
    "deny makes a shell in a line ask",
    { subject: line("sh x.sh"), confined: true, rules: ["deny command: git push*"] },
    "deny ask ask ask",
  ],
  [
    "allow hears nothing through wrappers",
    { subject: line("sudo npm test"), rules: ["allow command: npm test"] },
    "deny ask ask ask",
  ],
  ["of a workspace do not allow", { rules: ["workspace-allow command: npm test"] }, "deny ask ask ask"],
  [
    "of a workspace deny",
    { confined: true, rules: ["workspace-deny command: npm test"] },
    "deny deny deny deny",
  ],
  [
    "a tool without parts by its name",
    { tool: "todo", subject: {}, risk: "edit", rules: ["allow todo"] },
    "deny allow allow allow",
  ],
  [
    "a veiled tool by no name",
    { tool: "x", subject: { opaque: true }, rules: ["allow x"] },
    "deny ask ask ask",
  ],
];
