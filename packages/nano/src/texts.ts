import type { TrainedTexts } from "@kestrel/core";
import { nanoPrompts } from "./prompts.ts";
import { nanoToolSpecs } from "./tools.ts";

/**
 * Everything that kestrel-nano was trained to read, as it was said then (2026-11-27). Nothing here follows the product: a
 * change is a new training. `nano/` makes its corpus of these, and a test plays them with the real tools and the real loop.
 */
export const nanoTexts: TrainedTexts = {
  // Its chat template leaves every system prompt out; it is here so that what is sent stays as it was.
  system: `You are Kestrel, an agent that works in one folder on the user's own machine.
Work with the tools: look before you change, change as little as the task needs, then check the result.
- Paths are relative to the folder. Read a file before you edit it.
- Call a tool instead of describing what you would do. Do not repeat a call that failed; read its error and change something.
- The user may deny a call. Then ask, or find another way.
- When the task is done, say what you did in a few sentences and stop. If you are unsure or stuck, say so.
Answer in the user's language.`,
  tools: nanoToolSpecs,
  prompts: nanoPrompts,
  skill: (name, place) =>
    `Skill ${name}, in ${place}. Its scripts run with the shell; read its files as ${name}/FILE.`,

  missing: "No such file or folder. Use read on the folder, or search, to find the right path.",
  emptyFile: "[empty file]",
  emptyFolder: "[empty folder]",
  counted: (entries) => `[${entries} entries]`,
  cut: (what, { first, last, of, next }) =>
    `[${what} ${first}-${last} of ${of}${next === undefined ? "" : `; go on with offset ${next}`}]`,
  hit: (line) => `${line}: `,
  noMatches: "No matches.",
  asPlainText: "[not a valid regex; searched as plain text]",
  cutSearch: (hits, files) =>
    `[only the first ${hits} hits in ${files} files; narrow it with path, glob or a longer pattern]`,
  noFileToEdit: (path) => `There is no file ${path}. Use write to create it.`,
  readFirst: (path) => `Read ${path} first: call read with {"path": ${JSON.stringify(path)}}, then edit.`,
  editFailed: (problem) => `${editProblem(problem)}\nThe file is unchanged.`,
  edited: (path, { first, last, added, removed, after }) => {
    const lines = first === last ? `line ${first}` : `lines ${first}-${last}`;
    return `Edited ${path}, ${lines} (+${added} -${removed}):\n${around(after, first, last)}`;
  },
  exists: (path) =>
    `${path} already exists. Call read with {"path": ${JSON.stringify(path)}} first, or use another name.`,
  created: (path, lines) => `Created ${path} (${lines} ${lines === 1 ? "line" : "lines"}).`,
  replaced: (path, { added, removed }) => `Replaced ${path} (+${added} -${removed}).`,
  ran: (exitCode, output) => `exit code ${exitCode}\n${output === "" ? "[no output]" : output}`,

  sameCall:
    "[The same call gave the same result before. Do not repeat it; use what it says or do something else.]",
  denied: (reason) => `The user denied this call.${reason ? ` They said: ${reason}` : ""}`,
  planned: "Denied: this session is in plan mode, which only reads.",
  unverified: (paths) => {
    const named = paths.slice(0, 4).join(", ") + (paths.length > 4 ? ` and ${paths.length - 4} more` : "");
    return `You changed ${named} and have not checked it since. Run the project's test, build or lint command now. If it has none, say so and stop.`;
  },
  failedCheck: (command, exitCode) =>
    `The last check (${command.slice(0, 120)}) ended with exit code ${exitCode}. Mend what it found, or say why it must stay so.`,
  failedEdit: (path) =>
    `Your last edit of ${path} was refused: that file is as it was. Make the edit, or tell the user that it is not made.`,
  summary:
    "[Everything that came between these words and the next message was removed to make room. These notes stand for it. Go on from here; do not begin again.]",
  alsoSaid: "# The user also said, newest last",
};

/** The set by the name that `demonstrationTraits` and sessions have of it. */
export const trainedTexts: Readonly<Record<string, TrainedTexts>> = { "kestrel-nano": nanoTexts };

function editProblem({
  error,
  message,
  closest,
  lines = [],
  madeAt,
}: Parameters<TrainedTexts["editFailed"]>[0]): string {
  switch (error) {
    case "no_change":
      return "The edit changes nothing: `old` and `new` are the same.";
    case "ambiguous": {
      const listed = lines.slice(0, 20).join(", ") + (lines.length > 20 ? ", …" : "");
      return `\`old\` matches in ${lines.length} places: lines ${listed}. Give more lines around it so that it matches once, or set \`all\` to change them all.`;
    }
    case "not_found": {
      const made = `\`new\` is already there, at line ${madeAt}: perhaps the edit was made before.`;
      const near = closest?.text.split("\n").map((line, at) => `${closest.line + at}: ${line.slice(0, 200)}`);
      return [
        "`old` was not found in the file.",
        ...(madeAt === undefined ? [] : [made]),
        near
          ? `The closest lines are:\n${near.join("\n")}\nCopy them exactly, without the numbers.`
          : "Read the file again and copy the lines exactly.",
      ].join(" ");
    }
    // An edit of nothing: the training had none.
    case "invalid":
      return message;
    default:
      return error satisfies never;
  }
}

/** At most 200 UTF-16 units, never half a character. */
function clipped(line: string): string {
  return line.length <= 200 ? line : `${line.slice(0, 200).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** The changed lines and two on each side, numbered; of more than twelve the first and the last six. */
function around(text: string, first: number, last: number): string {
  const from = Math.max(1, first - 2);
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  const shown = lines.slice(from - 1, last + 2).map((line, at) => `${from + at}: ${clipped(line)}`);
  return shown.length <= 12 ? shown.join("\n") : [...shown.slice(0, 6), "…", ...shown.slice(-6)].join("\n");
}
