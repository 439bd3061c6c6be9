import { ImageType, imageBounds } from "@kestrel/protocol";

/** Why an image cannot be sent with the message. */
export type PictureRefusal = "blind" | "kind" | "size" | "count" | "together";

/** Bytes of images in one message: base64 takes a third more, and the text needs space too. */
export const mostTogether = Math.floor(((imageBounds.bodyBytes - 2 * 1_048_576) * 3) / 4);

type Offered = { type: string; size: number };

/** Which of the offered files can be added to the message, and why the first of the others cannot. */
export function judgePictures<File extends Offered>(
  have: readonly { size: number }[],
  offered: readonly File[],
  sees: boolean,
): { taken: File[]; refusal?: PictureRefusal } {
  if (!sees && offered.length > 0) return { taken: [], refusal: "blind" };
  const taken: File[] = [];
  let refusal: PictureRefusal | undefined;
  let together = have.reduce((sum, { size }) => sum + size, 0);
  for (const file of offered) {
    const problem = problemOf(file, have.length + taken.length, together);
    if (problem) refusal ??= problem;
    else {
      taken.push(file);
      together += file.size;
    }
  }
  return { taken, refusal };
}

function problemOf({ type, size }: Offered, count: number, together: number): PictureRefusal | undefined {
  if (!ImageType.safeParse(type).success || size === 0) return "kind";
  if (size > imageBounds.bytes) return "size";
  if (count >= imageBounds.count) return "count";
  return together + size > mostTogether ? "together" : undefined;
}
