export { distance as editDistance } from "fastest-levenshtein";
export { asksForSecret } from "./asks-for-secret.ts";
export { closestName } from "./closest-name.ts";
export { around, estimateShare, estimateTokens } from "./estimate-tokens.ts";
export { fenceAround } from "./fence-around.ts";
export { fuzzyPaths } from "./fuzzy-paths.ts";
export { matchesGlob, matchesHost, matchesPath, plainPath } from "./glob.ts";
export { isInside } from "./is-inside.ts";
export { listItems } from "./list-items.ts";
export { isLoopback } from "./loopback.ts";
export { type FileDiff, type LineCount, netLines, netLinesByFile } from "./net-lines.ts";
export { jsonOrNothing, parseJson } from "./parse-json.ts";
export { plainLetters } from "./plain-letters.ts";
export { hasPaste, keptPastes, ranByPerson, typedWords, wordsOutsideFences } from "./ran-by-person.ts";
export { redactArguments } from "./redact-arguments.ts";
export { lineRedactor, redactSecrets } from "./redact-secrets.ts";
export {
  placesOf,
  type SearchTerm,
  searchTerms,
  searchTokens,
  searchWords,
  snippetOf,
  tokensOf,
} from "./search-words.ts";
export { tellsSecret } from "./secret-forms.ts";
export { shortCount, shortWindow } from "./short-count.ts";
export { visibleName, visiblePieces, visibleText } from "./visible.ts";
export { contentRuns, generalWeight, stemOf, wordWeight } from "./word-weights.ts";
