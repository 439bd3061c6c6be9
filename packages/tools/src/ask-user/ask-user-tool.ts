import type { Tool } from "@kestrel/core";
import { type PersonQuestion, questionBounds } from "@kestrel/protocol";
import { z } from "zod";

const Arguments = z.object({ question: z.string(), choices: z.array(z.string()).optional() });

/** Asks the user, who answers with a choice or free text. The answer is the call's result; nothing runs. */
export function askUserTool(): Tool {
  return {
    concurrent: false,
    display: "question",
    spec: {
      name: "ask_user",
      description: "Ask the user and wait.",
      parameters: {
        type: "object",
        properties: {
          question: { type: "string" },
          choices: { type: "array", items: { type: "string" }, description: "at most 4" },
        },
        required: ["question"],
      },
    },
    describe: () => ({}),
    question: (args) => asked(Arguments.parse(args)),
    assess: async () => ({ risk: "read", reasons: [] }),
    run: async () => ({ outcome: "error", content: "Nobody was asked." }),
  };
}

/** Cuts text beyond the display limits and drops choices after the fourth. */
function asked({ question, choices = [] }: z.infer<typeof Arguments>): PersonQuestion {
  const { choices: most, question: longest, choice } = questionBounds;
  const given = choices.map((one) => one.trim().slice(0, choice)).filter((one) => one !== "");
  const offered = [...new Set(given)].slice(0, most);
  const words = question.trim().slice(0, longest) || "(an empty question)";
  return offered.length > 0 ? { question: words, choices: offered } : { question: words };
}
