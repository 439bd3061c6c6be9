export { nanoTexts, trainedTexts } from "./texts.ts";
export { demonstrationTraits, nanoTraits } from "./traits.ts";
