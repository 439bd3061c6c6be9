/** The sentences of `kestrel channels`. */
export const channels = {
  "channels.how":
    "Usage: kestrel channels add NAME [KEY=VALUE…], or kestrel channels add NAME -- COMMAND ARGUMENTS. NAME is telegram, irc, mail, matrix, discord or slack, or another name with kind=…. A name has small letters, digits and -. The keys are in docs/guides/channels.md.",
  "channels.exists": "{file} already has a channel {name}.",
  "channels.unknown": "There is no channel {name} in {file}.",
  "channels.wrong": "Missing or wrong: {key}.",
  "channels.next": "No account may write yet. `kestrel channels pair {name}` shows a code for yours.",
  "channels.unsent":
    "No test message was sent: no account that may write has a chat with it yet. Pair yours: `kestrel channels pair {name}`",
  "channels.unpaired": "{sender} is not paired with {name}. `kestrel channels` lists who is.",
  "channels.rests": "{name} does not run. `kestrel channels` says why.",
  "channels.gateway":
    "{name} belongs to the gateway, which has no accounts. Turn the gateway on or off instead: `kestrel channels off gateway`",
  "channels.by_hand": "{file} could not be changed safely. Edit [channels.{name}] yourself.",
} as const;
