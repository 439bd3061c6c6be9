/** Synonyms among users and servers; the first one replaces all. */
const alike = [
  ["folder", "directory", "dir"],
  ["file", "document", "doc"],
  ["picture", "image", "photo", "png", "jpg"],
  ["delete", "remove", "erase", "drop"],
  ["create", "make", "new", "add", "open"],
  ["search", "find", "query", "lookup", "look"],
  ["list", "show", "enumerate"],
  ["change", "edit", "update", "modify", "set"],
  ["get", "read", "fetch", "retrieve"],
  ["issue", "ticket", "bug"],
  ["pr", "pull", "merge"],
  ["database", "db", "sql", "table"],
  ["web", "browser", "page", "site", "url"],
  ["screenshot", "capture"],
  ["remember", "memory", "note", "recall"],
  ["kubernete", "kubectl", "pod", "cluster", "k8"],
  ["test", "spec"],
  ["slide", "presentation", "powerpoint", "pptx"],
  ["spreadsheet", "excel", "xlsx", "csv"],
  ["design", "style", "layout"],
] as const;

const meant = new Map(alike.flatMap((words) => words.map((word) => [word as string, words[0] as string])));

/** Stop words. */
const common = new Set(
  "a an the of to in on at by for from with and or not is are be it its this that these those as i you me my your we our use using used when how what which who can will do does please want need any all some into about if then than so up out".split(
    " ",
  ),
);

/** Text beyond this adds nothing about its subject. UTF-16 units. */
export const mostLooked = 4_000;

/** The search terms of a text: lower case, stemmed, synonyms merged. Chinese as bigrams. */
export function searchTerms(text: string, most = mostLooked): string[] {
  const spelled = text.slice(0, most).replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  return (spelled.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? []).flatMap((word) =>
    /\p{Script=Han}/u.test(word) ? pairs(word) : term(word),
  );
}

function term(word: string): string[] {
  if (common.has(word)) return [];
  const stem = word.length > 3 ? word.replace(/(?<=[^s])s$|(?<=..)ing$|(?<=..)ed$/, "") : word;
  return [meant.get(stem) ?? meant.get(word) ?? stem];
}

function pairs(signs: string): string[] {
  if (signs.length < 2) return [signs];
  return Array.from({ length: signs.length - 1 }, (_, at) => signs.slice(at, at + 2));
}
