export { demonstrationTraits, nanoTools, nanoTraits } from "./traits.ts";
