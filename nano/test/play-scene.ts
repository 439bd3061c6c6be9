import type { Tool } from "@kestrel/core";
import { givenSession } from "@kestrel/core/testing";
import type { PromptMessage } from "@kestrel/protocol";
import { workplace } from "../../packages/tools/test/fixtures/workplace.ts";
import { toolNames } from "../src/chat/render.ts";
import type { ProductScene } from "./product-scenes.ts";

/** Plays a scene with Kestrel's loop and its real tools in a scratch folder; resolves with what the model was sent. */
export async function playScene({ files, replies, denies, mode }: ProductScene): Promise<PromptMessage[]> {
  const place = await workplace();
  for (const [path, content] of Object.entries(files)) await place.put(path, content);
  const session = await givenSession({
    replies,
    tools: place.tools
      .filter(({ spec }) => toolNames.includes(spec.name))
      .map((tool) => inFolder(tool, place.root)),
  });
  session.session.watch((news) => {
    if (news.kind !== "event" || news.event.body.type !== "approval.requested") return;
    const { callId, digest } = news.event.body;
    queueMicrotask(() => {
      void session.does(
        denies
          ? { type: "deny", callId, digest, reason: denies.reason }
          : { type: "approve", callId, digest, scope: "once" },
      );
    });
  });
  if (mode) await session.does({ type: "set-mode", mode });
  await session.says("Begin.");
  return [...(session.backend.prompts.at(-1)?.messages ?? [])];
}

/** The session of the tests has a folder of its own; the tools work in the scratch folder. */
function inFolder(tool: Tool, workspace: string): Tool {
  return {
    ...tool,
    assess: (args, surroundings) => tool.assess(args, { ...surroundings, workspace }),
    run: (args, surroundings) => tool.run(args, { ...surroundings, workspace }),
  };
}
