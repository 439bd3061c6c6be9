import type { Tool, ToolResult } from "@kestrel/core";
import { z } from "zod";
import { answering } from "../answer/answering.ts";
import { Refusal } from "../answer/refusal.ts";

const Arguments = z.object({ items: z.array(z.object({ text: z.string(), done: z.boolean().optional() })) });

const mostItems = 40;
const longestItem = 300;

/**
 * The model's task list. Stateless: the newest call in the log is the list, and a turn that wants to end with open items is reminded
 * of them.
 */
export function todoTool(): Tool {
  return {
    concurrent: false,
    display: "list",
    spec: {
      name: "todo",
      description: "Keep a list for a longer task. Send the whole list each time.",
      parameters: {
        type: "object",
        properties: {
          items: {
            type: "array",
            items: {
              type: "object",
              properties: { text: { type: "string" }, done: { type: "boolean" } },
              required: ["text"],
            },
          },
        },
        required: ["items"],
      },
    },
    describe: () => ({}),
    assess: async () => ({ risk: "read", reasons: [] }),
    run: (args) => answering(async () => noted(Arguments.parse(args).items)),
  };
}

function noted(items: z.infer<typeof Arguments>["items"]): ToolResult {
  if (items.length > mostItems) throw new Refusal(`At most ${mostItems} items; put some together.`);
  const texts = items.map(({ text, done }) => ({ text: text.trim().slice(0, longestItem), done }));
  if (texts.some(({ text }) => text === "")) throw new Refusal("An item has no text.");
  const openItems = texts.filter(({ done }) => !done).map(({ text }) => text);
  const [next] = openItems;
  const content =
    next === undefined
      ? `Noted: all ${texts.length} done.`
      : `Noted: ${openItems.length} of ${texts.length} open. Next: ${next}`;
  return { outcome: "ok", content, openItems };
}
