import { planWish, wishOf } from "@kestrel/server/client";
import { loopHead, loopReport } from "../session-lines/loop-lines.ts";
import type { SlashContext } from "./slash-context.ts";

/** `/loop` lists the loops, `/loop ID` reports one, `/loop stop|resume ID` control one, `/loop new WISH` requests a plan from the model. */
export async function showLoops(
  { connection, dialogue, surface, say }: SlashContext,
  argument: string,
): Promise<void> {
  const { client } = connection;
  const wish = wishOf(argument);
  if (wish !== undefined) {
    surface.tell(say("loop.drafting"));
    return dialogue.say(planWish(wish));
  }
  const { loops } = await client.call("listLoops");
  const [, action, id = ""] = /^(?:(show|stop|resume)\s+)?(\S*)$/.exec(argument) ?? [];
  const found = id === "" ? undefined : loops.find((one) => one.id.startsWith(id));
  if (id === "" || id === "list") {
    const lines = loops.map((one) => loopHead(one, say));
    return void surface.tell(lines.length === 0 ? say("loop.none") : lines.join("\n"));
  }
  if (!found) return void surface.tell(say("loop.noSuch", { id }));
  const body = { id: found.id };
  const now =
    action === "stop" || action === "resume"
      ? (await client.call(action === "stop" ? "stopLoop" : "resumeLoop", { body })).loop
      : found;
  surface.tell(loopReport(now, say).join("\n"));
}
