import { type FileRefusal, type ReadText, readTextFile } from "./read-text-file.ts";

/** Bytes of the largest PDF that is opened. */
export const mostPdfBytes = 50_000_000;

/** The text of a file or a PDF; of a long PDF its first pages. */
export async function readFileAsText(file: File): Promise<ReadText | { refusal: FileRefusal }> {
  if (file.type !== "application/pdf" && !/\.pdf$/i.test(file.name)) return readTextFile(file);
  if (file.size === 0) return { refusal: "empty" };
  if (file.size > mostPdfBytes) return { refusal: "huge" };
  const { readPdf } = await import("./read-pdf.ts");
  return readPdf(file);
}
