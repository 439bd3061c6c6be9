import { ScriptedBackend } from "@kestrel/core/testing";
import type { Prompt } from "@kestrel/protocol";

/** A copilot that plays its replies in order, and is asked for the name of a session beside them. */
export class NamesToo extends ScriptedBackend {
  override async *reply(
    ...[prompt, request, cancel]: Parameters<ScriptedBackend["reply"]>
  ): ReturnType<ScriptedBackend["reply"]> {
    if (!asksForName(prompt)) return yield* super.reply(prompt, request, cancel);
    yield { kind: "text", delta: "Harbour" };
    yield { kind: "done", finish: "stop" };
  }
}

function asksForName({ messages }: Prompt): boolean {
  return messages[0]?.content.startsWith("You name") === true;
}
