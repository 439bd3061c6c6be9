import type { Escape } from "./escapes.ts";

/** What makes the user's own git run something, in a workspace that is a repository. */
export const gitEscapes: readonly Escape[] = [
  {
    name: "git's hooks",
    script: ({ outside }) =>
      `printf '#!/bin/sh\\ntouch ${outside}/fired-hook\\n' > .git/hooks/post-index-change; chmod +x .git/hooks/post-index-change`,
  },
  {
    name: "git's settings",
    script: ({ outside }) =>
      `git config core.fsmonitor 'touch ${outside}/fired-fsmonitor'; printf '[core]\\nfsmonitor = touch ${outside}/fired-fsmonitor\\n' >> .git/config`,
  },
  {
    name: "a renamed .git",
    script: ({ outside }) =>
      `mv .git .git2 && cp -r .git2 .git; rm -rf .git; cp -r .git copy; git -C copy config core.fsmonitor 'touch ${outside}/fired-renamed'; mv copy .git`,
  },
  {
    name: "a shared git folder",
    script: ({ outside }) =>
      `mkdir evil; cp -r .git/. evil; printf '[core]\\nfsmonitor = touch ${outside}/fired-commondir\\n' >> evil/config; echo ../evil > .git/commondir`,
  },
  {
    name: "git's attributes and filters",
    script: ({ outside }) =>
      `echo '* filter=x diff=x' > .gitattributes; git config filter.x.clean 'touch ${outside}/fired-filter'; echo '* filter=x' > .git/info/attributes`,
  },
  {
    name: "the .git of the user",
    script: ({ outside }) =>
      `git config --global core.fsmonitor 'touch ${outside}/fired-global'; echo x > "$HOME/.gitconfig"`,
  },
];

/** The same, in a workspace that has no `.git` yet: one that appears would be obeyed by the user's own prompt. */
export const escapesWithoutGit: readonly Escape[] = [
  {
    name: "a new .git",
    script: ({ outside }) =>
      `git init . ; mkdir .git; printf '[core]\\nrepositoryformatversion = 0\\nfsmonitor = touch ${outside}/fired-new\\n' > .git/config; mkdir -p .git/objects .git/refs; echo 'ref: refs/heads/main' > .git/HEAD`,
  },
  {
    name: "a .git that is a file",
    script: ({ outside }) =>
      `git init evil; git -C evil config core.fsmonitor 'touch ${outside}/fired-file'; rmdir .git; echo 'gitdir: evil/.git' > .git; ln -s evil/.git .git`,
  },
  {
    name: "a .git put over the held one",
    script: ({ outside }) =>
      `git init evil; git -C evil config core.fsmonitor 'touch ${outside}/fired-over'; mv -T evil/.git .git; mv .git old; umount .git; cp -r evil/.git .`,
  },
  {
    name: "a workspace that is a bare repository",
    script: ({ outside }) =>
      `mkdir -p objects refs; echo 'ref: refs/heads/main' > HEAD; printf '[core]\\nrepositoryformatversion = 0\\nbare = false\\nworktree = .\\nfsmonitor = touch ${outside}/fired-bare\\n' > config`,
  },
];
