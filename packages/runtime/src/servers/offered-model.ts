/** A model that a server lists, as far as it tells. */
export type OfferedModel = {
  /** What requests call it. */
  name: string;
  /** What people may call it as well. */
  aliases?: readonly string[];
  /** Answers without being loaded first; undefined where the server does not tell. */
  loaded?: boolean;
  /** Runs on another machine, for example in a cloud, although this server lists it. */
  remote?: boolean;
  /** Makes vectors, speech or ranks: cannot hold a conversation. */
  mute?: boolean;
};

/** The field's names of models that do not speak. Only where the server does not tell what a model is for. */
const muteNames =
  /(?:^|[^a-z])(?:embed[a-z]*|rerank[a-z]*|bge|gte|e5|minilm|colbert|splade|whisper|tts|clip)(?:[^a-z]|$)/i;

export const soundsMute = (name: string) => muteNames.test(name);
