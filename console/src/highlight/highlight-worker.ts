import type { Asked } from "./highlight.ts";
import { runsOf } from "./runs-of.ts";

self.onmessage = ({ data: { id, language, text } }: MessageEvent<Asked>) => {
  self.postMessage({ id, runs: runsOf(language, text) });
};
