import { common, createLowlight } from "lowlight";

const lowlight = createLowlight(common);

/** Colours `text`; undefined for a language that is not known. */
export function paintCode(language: string, text: string) {
  return lowlight.registered(language) ? lowlight.highlight(language, text) : undefined;
}
