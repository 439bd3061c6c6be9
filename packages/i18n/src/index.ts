export { builtInDescription } from "./built-in-description.ts";
export { coversSentence } from "./covers-sentence.ts";
export { english } from "./en/index.ts";
export { autoWithoutSandbox, sandboxSentence } from "./sandbox-sentence.ts";
export { seatSentences } from "./seat-sentences.ts";
export type { SayAny, SayOf, Sentence, Translation, Value, ValuesOf } from "./sentence.ts";
export { shownEngineState } from "./shown-engine-state.ts";
export { speakerOf } from "./speaker.ts";
export { stepSentence } from "./step-sentence.ts";
