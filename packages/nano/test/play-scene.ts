import type { AgentParts, Tool } from "@kestrel/core";
import { type GivenSession, givenSession } from "@kestrel/core/testing";
import { nanoTraits, trainedTexts } from "@kestrel/nano";
import type { PromptMessage } from "@kestrel/protocol";
import { workplace } from "../../tools/test/fixtures/workplace.ts";
import type { Scene } from "./scenes.ts";

/** Plays a scene with Kestrel's loop and its real tools in a scratch folder, for a model of these traits; resolves with what it was sent. */
export async function playScene(scene: Scene, texts?: AgentParts["texts"]): Promise<PromptMessage[]> {
  const { backend } = await played(scene, texts);
  return [...(backend.prompts.at(-1)?.messages ?? [])];
}

export async function played(
  { files, replies, denies, mode }: Scene,
  texts: AgentParts["texts"] = trainedTexts,
): Promise<GivenSession> {
  const place = await workplace();
  for (const [path, content] of Object.entries(files)) await place.put(path, content);
  const session = await givenSession({
    replies,
    traits: nanoTraits,
    texts,
    tools: place.tools.map((tool) => inFolder(tool, place.root)),
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
  return session;
}

/** The session of the tests has a folder of its own; the tools work in the scratch folder. */
function inFolder(tool: Tool, workspace: string): Tool {
  return {
    ...tool,
    assess: (args, surroundings) => tool.assess(args, { ...surroundings, workspace }),
    run: (args, surroundings) => tool.run(args, { ...surroundings, workspace }),
  };
}
