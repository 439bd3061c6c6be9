/** The sentences of `kestrel channels`. */
export const channels = {
  "channels.how":
    "Say: kestrel channels add NAME [KEY=VALUE…], or kestrel channels add NAME -- COMMAND ARGUMENTS. NAME is telegram, irc, mail, matrix, discord or slack, or another name with kind=…. A name has small letters, digits and -. The keys are in docs/guides/channels.md.",
  "channels.exists": "{file} already has a channel {name}.",
  "channels.unknown": "There is no channel {name} in {file}.",
  "channels.by_hand": "{file} could not be changed safely. Edit [channels.{name}] yourself.",
} as const;
