import { type HelperDefinition, helperTools, mostHelperSteps } from "@kestrel/core";
import { Mode } from "@kestrel/protocol";
import { crewRoles, HelperName, type HelperProblem } from "@kestrel/protocol/api";
import { visibleText } from "@kestrel/text";
import { readFrontMatter, textIn } from "../skills/front-matter.ts";

type Why = HelperProblem["why"];

/** Names of these tools in other programs. */
const otherNames: Readonly<Record<string, string>> = {
  grep: "search",
  glob: "search",
  ls: "read",
  bash: "shell",
  multiedit: "edit",
};

/** In `plan` a subagent reads and runs commands proven to be read-only; in other modes it may also change files. */
const looking = [...helperTools, "shell"];
const working = [...looking, "edit", "write", "todo"];

/** Keys that set policy, which a subagent's file may not do. */
const policies = ["hooks", "mcpServers", "permissionMode", "permissions"];

/** Reads a subagent's file: front matter, then its prompt. Ignored keys are listed; a file without a prompt is none. */
export async function readHelper(
  file: string,
  whole: string,
): Promise<{ helper?: HelperDefinition; problems: readonly Why[] }> {
  const { values, text } = await readFrontMatter(whole);
  const problems = new Set<Why>();
  const name = HelperName.safeParse(textIn(values, "name") ?? file);
  const words = visibleText(text).trim();
  if (!name.success) problems.add("name");
  if (words === "") problems.add("empty");
  if (policies.some((key) => key in values)) problems.add("policy");
  const wanted = Mode.safeParse(textIn(values, "mode") ?? "plan");
  if (!wanted.success) problems.add("policy");
  const mode = wanted.success ? wanted.data : "plan";
  const may = mode === "plan" ? looking : working;
  const said = namesIn(values.tools);
  const not = namesIn(values.disallowedTools) ?? [];
  const asked = said ?? (mode === "plan" ? [...helperTools] : working);
  if (said?.some((tool) => !may.includes(tool))) problems.add("tools");
  const tools = may.filter((tool) => asked.includes(tool) && !not.includes(tool));
  if (tools.length === 0) problems.add("tools");
  if (!name.success || words === "" || tools.length === 0) return { problems: [...problems] };
  const hint = textIn(values, "hint");
  if (hint !== undefined && !isSpeaker(hint)) problems.add("hint");
  const steps = Number(textIn(values, "steps") ?? textIn(values, "maxTurns") ?? mostHelperSteps);
  const description = visibleText(textIn(values, "description") ?? words.split("\n", 1)[0] ?? "");
  return {
    helper: {
      name: name.data,
      description: description.slice(0, 400),
      words,
      tools,
      mode,
      steps: Number.isInteger(steps) && steps >= 1 ? Math.min(steps, mostHelperSteps) : mostHelperSteps,
      ...(isSpeaker(hint) && { hint }),
      from: "user",
    },
    problems: [...problems],
  };
}

/** The models that can answer a question: a retriever writes no text. */
const isSpeaker = (hint: string | undefined): hint is NonNullable<HelperDefinition["hint"]> =>
  hint !== "librarian" && crewRoles.some((role) => role === hint);

/** Names of tools as a list or one line, with or without brackets; ours or those of other programs. */
function namesIn(value: unknown): string[] | undefined {
  const given = typeof value === "string" ? value.split(/[\s,[\]"']+/) : value;
  if (!Array.isArray(given)) return undefined;
  const names = given.filter((name) => typeof name === "string" && name !== "").map((name) => String(name));
  return names.map((name) => otherNames[name.toLowerCase()] ?? name.toLowerCase());
}
