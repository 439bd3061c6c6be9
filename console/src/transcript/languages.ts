import { common, createLowlight } from "lowlight";

const lowlight = createLowlight(common);

/** Highlights `text`; undefined for an unknown language. */
export function paintCode(language: string, text: string) {
  return lowlight.registered(language) ? lowlight.highlight(language, text) : undefined;
}
