/** Names that models use for the same parameter. Spelled without case, `_` and `-`. */
const synonyms: string[][] = [
  ["path", "file", "filename", "filepath", "pathname", "targetfile", "targetpath", "absolutepath"].concat([
    "relativepath",
    "relpath",
    "abspath",
    "fileuri",
  ]),
  ["path", "dir", "directory", "folder", "dirpath", "directorypath", "folderpath", "root"],
  ["command", "cmd", "shellcommand", "bashcommand", "commandline", "cmdline", "script", "bash", "shell"],
  [
    "old",
    "oldstring",
    "oldstr",
    "oldtext",
    "search",
    "find",
    "original",
    "oldcontent",
    "oldcode",
    "searchtext",
  ],
  ["new", "newstring", "newstr", "newtext", "replace", "replacement", "newcontent", "newcode", "replacewith"],
  ["content", "contents", "text", "filecontent", "filecontents", "filetext", "body", "data"],
  ["pattern", "query", "regex", "regexp", "search", "searchterm", "searchquery", "searchpattern", "q"].concat(
    ["expression", "keyword", "keywords"],
  ),
  ["glob", "pattern", "globpattern", "filepattern", "include"],
  ["cwd", "workdir", "workingdirectory", "workingdir", "directory", "dir"],
  ["limit", "maxresults", "maxlines", "count", "numresults", "headlimit", "maxcount", "numlines"],
  ["offset", "start", "startline", "from", "lineoffset", "linestart", "beginline", "fromline"],
  ["end", "endline", "lineend", "toline"],
  ["url", "uri", "link", "href"],
  ["replaceall", "all", "global", "alloccurrences"],
  ["source", "src", "frompath", "from"],
  ["destination", "dest", "dst", "target", "topath", "to"],
  ["message", "msg"],
  ["description", "desc"],
  ["recursive", "recurse"],
  ["language", "lang"],
];

const groupsOf = new Map<string, Set<string>>();
for (const group of synonyms) {
  for (const name of group) {
    const known = groupsOf.get(name) ?? new Set<string>();
    for (const other of group) known.add(other);
    groupsOf.set(name, known);
  }
}

/** Bare names that were asked for: a reply may hold thousands of calls to the same tool. */
const known = new Map<string, string>();
const maximumKnown = 500;
const longestKnown = 100;

/** A parameter name without the habits of its author: `filePath`, `file-path` and `FILE_PATH` are one. */
export function bareName(name: string): string {
  const earlier = known.get(name);
  if (earlier !== undefined) return earlier;
  const bare = name.replace(/[\s_-]/g, "").toLowerCase();
  if (known.size < maximumKnown && name.length <= longestKnown) known.set(name, bare);
  return bare;
}

/** True if `name` is a known other name of `parameter`. */
export function isOtherName(name: string, parameter: string): boolean {
  return groupsOf.get(bareName(parameter))?.has(bareName(name)) ?? false;
}
