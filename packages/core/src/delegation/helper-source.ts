import type { CapabilitySource } from "../ports/capability-source.ts";
import type { HelperBook, HelperDefinition, HelperRunner } from "../ports/helper-runner.ts";
import type { Assessment, CallArguments, ToolResult } from "../ports/tool.ts";
import { onlyReads } from "./helper-words.ts";

type Parts = {
  book: HelperBook;
  runner: HelperRunner;
  /** Hex digest of a text. */
  digest(text: string): string;
};

/** Subagents as a source of the catalogue: one line each; a call sends a question to one. */
export function helperSource({ book, runner, digest }: Parts): CapabilitySource {
  const known = (name: string) => book.known().find((helper) => helper.name === name);
  const named = async (name: string) => (await book.read()).find((helper) => helper.name === name);
  return {
    kind: "tool",
    lines: async () =>
      (await book.read()).map(({ name, description }) => ({ kind: "tool", name, line: description })),
    list: async (line) => {
      const helper = await named(line);
      return helper ? [{ name: line, signature: signatureOf(helper), words: helper.description }] : [];
    },
    describe: async (name) => {
      const helper = await named(name);
      if (!helper) return undefined;
      const text = `${signatureOf(helper)}\nIt sees nothing of this conversation: say in the question all that it has to know. Only its answer comes back.`;
      return { text, digest: digest(text) };
    },
    calls: {
      ready: async () => void (await book.read()),
      subject: (name) => {
        const helper = known(name);
        return helper && (onlyReads(helper) ? {} : { opaque: true });
      },
      alongside: (name) => {
        const helper = known(name);
        return helper !== undefined && onlyReads(helper);
      },
      assess: async (name, args) => {
        const helper = await named(name);
        if (!helper) return { ...looking, refused: gone(name) };
        if (questionIn(args) === "") return { ...looking, refused: unasked(helper) };
        return onlyReads(helper)
          ? looking
          : { risk: "destructive", reasons: ["changes_file", "runs_command"] };
      },
      run: async (name, args, context) => {
        const helper = await named(name);
        return helper ? runner.run(helper, questionIn(args), context) : gone(name);
      },
    },
  };
}

const looking: Assessment = { risk: "read", reasons: [] };

function signatureOf({ name, description }: HelperDefinition): string {
  return `${name}(question: string) – ${description}`;
}

/** Models name the parameter freely; the only text among the arguments is the question. */
function questionIn(args: CallArguments): string {
  const given = args.question ?? args.task ?? args.prompt ?? args.query;
  return typeof given === "string" ? given.trim() : "";
}

function unasked(helper: HelperDefinition): ToolResult {
  return { outcome: "error", content: `It needs a question: ${signatureOf(helper)}` };
}

function gone(name: string): ToolResult {
  return { outcome: "error", content: `The helper ${name} is not here any more.` };
}
