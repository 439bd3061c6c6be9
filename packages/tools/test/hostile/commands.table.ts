/** Commands by kind. What a kind is about stands in its name; every one of them has to ask, whatever the command looks like, but for those that are proven to read. */
export type CommandRow = {
  id: string;
  what: string;
  commands: readonly string[];
  /** Where the words are plain to see, people are told what they may do. */
  label?: "destructive" | "external";
  /** Proven to do nothing but look. */
  reads?: true;
};

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a shell writes its parameters so
/** What a shell makes of a line. */
export const shellRows: readonly CommandRow[] = [
  {
    id: "S01",
    what: "harmless ones: they ask nobody",
    reads: true,
    commands: [
      "ls -la",
      'grep -rn "a&&b" src',
      "cat a | wc -l",
      "echo '$(id)'",
      "find . -name '*.ts'",
      "sed -n 1,5p f",
    ],
  },
  { id: "S02", what: "chains and background", commands: ["ls || id", "ls;id", "ls&id", "ls|id"] },
  { id: "S02d", what: "a chain that destroys", commands: ["ls && rm -rf x"], label: "destructive" },
  {
    id: "S03",
    what: "new lines, returns and comments that hide",
    commands: ["echo ok # x\nid", "ls\rid", "ls\n\nid"],
  },
  { id: "S04", what: "continued lines", commands: ["r\\\nm -rf x"], label: "destructive" },
  {
    id: "S05",
    what: "substitution of commands",
    commands: ["echo $(id)", "echo `id`", 'echo "$(id)"', "echo ${x:-$(id)}"],
  },
  { id: "S06", what: "substitution of processes", commands: ["cat <(id)", "echo x | cat >(sh)"] },
  { id: "S07", what: "parameters and separators", commands: ["$cmd", "${x:=id}", "${!v}", "${x@P}"] },
  { id: "S07e", what: "a separator in a parameter", commands: ["curl${IFS}x"], label: "external" },
  {
    id: "S08",
    what: "evaluation in arithmetic",
    commands: ["test -v 'a[$(id)]'", "printf -v 'a[$(id)]' x", "[[ -v a[$(id)] ]]", "echo $((a[$(id)]))"],
  },
  { id: "S09", what: "quoting by code, braces and patterns", commands: ["$'\\x72m' x", "/bin/r? x"] },
  { id: "S09d", what: "braces", commands: ["{rm,-rf,x}"], label: "destructive" },
  {
    id: "S10",
    what: "split quotes",
    commands: ["r''m x", "r\\m x", '"rm" x', "'r'm x"],
    label: "destructive",
  },
  {
    id: "S11",
    what: "assignments in front",
    commands: [
      "PATH=. ls",
      "LD_PRELOAD=x ls",
      "GIT_SSH_COMMAND=id git status",
      "LESSOPEN='|id %s' less f",
      "BASH_ENV=f bash -c true",
    ],
  },
  {
    id: "S12",
    what: "changes of the shell itself",
    commands: [
      "export PATH=.; ls",
      "alias ls=id\nls",
      "ls(){ id; }; ls",
      "trap id EXIT",
      "set -o posix",
      "enable -f x y",
      "hash -p /tmp/x ls",
    ],
  },
  {
    id: "S13",
    what: "programs that start programs",
    commands: [
      "env id",
      "command id",
      "builtin eval id",
      "exec id",
      "nice id",
      "timeout 5 id",
      "nohup id",
      "echo id | xargs",
      "parallel id",
      "busybox sh",
    ],
  },
  {
    id: "S13d",
    what: "programs that start others with more rights",
    commands: ["sudo id", "doas id"],
    label: "destructive",
  },
  {
    id: "S14",
    what: "interpreters",
    commands: [
      "sh -c id",
      "bash -m f",
      "python3 -c 'import os'",
      "node -e 1",
      "perl -e 1",
      "ruby -e 1",
      "php -r 1",
      "awk 'BEGIN{system(\"id\")}'",
    ],
  },
  {
    id: "S15",
    what: "decoded and run",
    commands: ["echo aWQ= | base64 -d | sh", "printf '\\151\\144' | sh"],
  },
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above
