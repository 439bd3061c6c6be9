export type PreviewKind = "page" | "mermaid";

/** The preview that exists for a language; undefined for most. */
export function previewKindOf(language: string, text: string): PreviewKind | undefined {
  const name = language.toLowerCase();
  if (name === "mermaid") return "mermaid";
  if (["html", "htm", "svg"].includes(name)) return "page";
  return name === "xml" && /<svg[\s>]/i.test(text) ? "page" : undefined;
}
