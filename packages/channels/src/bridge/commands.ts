/** What the host answers to commands: it may look where the channel's key does not reach. */
export type SlashAnswers = { status(): Promise<string>; model(argument: string): Promise<string> };

const names = ["new", "stop", "status", "pending", "model", "mode", "help"] as const;
type CommandName = (typeof names)[number];

/** A command that is answered without the model; undefined for words. `/start` is what Telegram sends first. */
export function readCommand(text: string): { name: CommandName | "unknown"; argument: string } | undefined {
  const [, spoken = "", argument = ""] =
    /^\/([a-z]{1,32})(?:@[A-Za-z0-9_]{1,64})?(?:\s+([\s\S]{0,500}))?$/.exec(text.trim()) ?? [];
  if (spoken === "") return undefined;
  if (spoken === "start") return { name: "help", argument };
  return { name: names.find((name) => name === spoken) ?? "unknown", argument: argument.trim() };
}
