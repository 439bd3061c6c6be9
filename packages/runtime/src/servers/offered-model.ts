/** A model in a server's list, with the facts it reports. */
export type OfferedModel = {
  /** Its name in requests. */
  name: string;
  /** Other names for it. */
  aliases?: readonly string[];
  /** Answers without being loaded first; undefined when the server does not report it. */
  loaded?: boolean;
  /** Runs on another machine, such as a cloud, although this server lists it. */
  remote?: boolean;
  /** An embedding, speech or ranking model: not for chat. */
  mute?: boolean;
};

/** Usual names of models that are not for chat. Used only when the server does not report a model's purpose. */
const muteNames =
  /(?:^|[^a-z])(?:embed[a-z]*|rerank[a-z]*|bge|gte|e5|minilm|colbert|splade|whisper|tts|clip)(?:[^a-z]|$)/i;

export const soundsMute = (name: string) => muteNames.test(name);
