import { replyReserve } from "../context/context-ledger.ts";
import { estimatePrompt } from "../context/estimate-tokens.ts";
import { compact } from "./compact.ts";
import type { Arithmetic } from "./make-room.ts";
import type { Reply } from "./reply.ts";
import type { StepParts } from "./step-parts.ts";

/** The server refused what was asked: room is made by its own numbers. Returns how the turn ends where that does not help. */
export async function makeRoomAfterRefusal(
  parts: StepParts,
  { failure, step }: Reply,
): Promise<Arithmetic | "refused" | undefined> {
  const { journal, images, facts } = parts;
  const { n_prompt: asked, n_ctx: told } = failure?.params ?? {};
  const needed = typeof asked === "number" ? asked : estimatePrompt(await images.prompt(journal.state));
  if (typeof told === "number" && told > 0 && told !== journal.state.window) {
    await journal.append({
      type: "context.measured",
      used: needed,
      window: told,
      source: typeof asked === "number" ? "server" : "estimate",
      refused: true,
    });
  }
  const made = await compact(parts, { why: "overflow", needed, step: step + 1, demo: facts?.demo });
  if (made.kind !== "in_vain") return undefined;
  const { window } = journal.state;
  // Without the server's numbers there is no arithmetic, and its own words say more.
  if (window === undefined || typeof asked !== "number") return "refused";
  return { needed, reserve: replyReserve(window), window, folded: made.freed };
}
