import type { Mode } from "@kestrel/protocol";
import { askSession, type DaemonClient, DaemonRefusal } from "@kestrel/server/client";
import type { Target } from "../port.ts";
import type { SayWord } from "../words.ts";
import type { SlashAnswers } from "./bridge-parts.ts";
import type { Questions } from "./questions.ts";
import type { Turns } from "./turns.ts";

const names = ["new", "stop", "status", "pending", "model", "mode", "help"] as const;
type Command = { name: (typeof names)[number] | "unknown"; argument: string };

type CommandParts = {
  say: SayWord;
  host: SlashAnswers;
  client: DaemonClient;
  turns: Turns;
  questions: Questions;
};

/** A command that is answered without the model; undefined for words. `/start` is what Telegram sends first. */
export function readCommand(text: string): Command | undefined {
  const [, spoken = "", argument = ""] =
    /^\/([a-z]{1,32})(?:@[A-Za-z0-9_]{1,64})?(?:\s+([\s\S]{0,500}))?$/.exec(text.trim()) ?? [];
  if (spoken === "") return undefined;
  if (spoken === "start") return { name: "help", argument };
  return { name: names.find((name) => name === spoken) ?? "unknown", argument: argument.trim() };
}

/** What a command is answered with, once it is done. */
export async function answerCommand(
  { name, argument }: Command,
  from: Target,
  { say, host, client, turns, questions }: CommandParts,
): Promise<string> {
  switch (name) {
    case "new":
      await turns.startAnew(from);
      return say("started");
    case "stop":
      return say((await turns.cancel(from)) ? "stopped" : "idle");
    case "status":
      return `${await host.status()}\n${say(stateOf(turns.isRunning(from), questions.pending(from.chat)))}`;
    case "pending":
      return questions.pending(from.chat).join("\n") || say("noPending");
    case "model":
      return modelAnswer(argument, await host.model(argument), say);
    case "mode": {
      if (argument !== "plan" && argument !== "ask") return say("modeHow");
      const session = await turns.sessionOf(from);
      return askSession(client, session, { type: "set-mode", mode: argument satisfies Mode }).then(
        () => say("mode", { mode: argument }),
        (error: unknown) => {
          if (error instanceof DaemonRefusal && error.code === "forbidden") return say("stricter");
          throw error;
        },
      );
    }
    case "help":
      return say("help");
    default:
      return say("unknownCommand");
  }
}

function stateOf(running: boolean, pending: readonly string[]): "running" | "idle" | "asking" {
  if (!running) return "idle";
  return pending.length > 0 ? "asking" : "running";
}

function modelAnswer(wanted: string, answer: string, say: SayWord): string {
  if (wanted !== "" && answer === wanted) return say("loaded", { name: answer });
  return answer === "" ? say("loadAtMachine") : say("models", { list: answer });
}
