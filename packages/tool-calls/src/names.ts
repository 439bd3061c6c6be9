/** Keys of a call's tool name and arguments, and of other fields beside them. */
export const nameKeys = "name tool_name function_name tool function action recipient_name api".split(" ");
export const argumentKeys =
  "arguments parameters args input tool_input tool_args action_input params kwargs tool_arguments".split(" ");
export const decorations: ReadonlySet<string> = new Set(
  "type id tool_call_id call_id index description thought reasoning".split(" "),
);

/** Synonyms of parameter names, ignoring case, `_` and `-`. */
const parameters = groupsOf([
  "path file filename filepath pathname targetfile targetpath absolutepath relativepath relpath abspath fileuri",
  "path dir directory folder dirpath directorypath folderpath root",
  "command cmd shellcommand bashcommand commandline cmdline script bash shell",
  "old oldstring oldstr oldtext search find original oldcontent oldcode searchtext",
  "new newstring newstr newtext replace replacement newcontent newcode replacewith",
  "content contents text filecontent filecontents filetext body data",
  "pattern query regex regexp search searchterm searchquery searchpattern q expression keyword keywords",
  "glob pattern globpattern filepattern include",
  "cwd workdir workingdirectory workingdir directory dir",
  "limit maxresults maxlines count numresults headlimit maxcount numlines",
  "offset start startline from lineoffset linestart beginline fromline",
  "end endline lineend toline",
  "url uri link href",
  "replaceall all global alloccurrences",
  "source src frompath from",
  "destination dest dst target topath to",
  ...["message msg", "description desc", "recursive recurse", "language lang"],
]);

const tools = groupsOf([
  "shell bash sh terminal runcommand executecommand exec runshell executebash runshellcommand runterminalcmd runterminalcommand runbash bashcommand shellcommand execcommand",
  "read readfile viewfile view openfile catfile cat getfilecontents fileread",
  "write writefile createfile savefile writetofile filewrite",
  "edit editfile strreplace replaceinfile applyedit modifyfile searchreplace fileedit",
  "list ls listdir listdirectory listfiles listfolder",
  "grep search grepsearch searchfiles ripgrep rg searchcode searchfilecontent findinfiles",
  "glob findfiles filesearch globsearch findfile",
  "fetch webfetch fetchurl urlfetch",
  "websearch searchweb googlesearch bravesearch internetsearch",
  "todo todowrite writetodos updatetodos todolist",
]);

function groupsOf(lines: readonly string[]): ReadonlySet<string>[] {
  return lines.map((line) => new Set(line.split(" ")));
}

/** A normalised name: `filePath`, `file-path` and `FILE_PATH` are equal. */
export const bareName = (name: string): string => name.replace(/[\s_-]/g, "").toLowerCase();

const areOne = (groups: readonly ReadonlySet<string>[], one: string, other: string): boolean =>
  groups.some((group) => group.has(one) && group.has(other));

export const isOtherName = (name: string, parameter: string): boolean =>
  areOne(parameters, bareName(name), bareName(parameter));

export const isOtherTool = (name: string, tool: string): boolean => areOne(tools, name, tool);
