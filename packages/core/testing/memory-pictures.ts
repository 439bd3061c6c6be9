import type { Pictures } from "../src/ports/pictures.ts";

/** Pictures in memory; a blob's name is made of the picture's first letters. `forget` loses them all. */
export function memoryPictures(): Pictures & { forget(): void } {
  const kept = new Map<string, string>();
  return {
    async keep({ mediaType, base64 }) {
      const letters = [...base64.slice(0, 32)].map((letter) => letter.charCodeAt(0).toString(16));
      const blob = letters.join("").padStart(64, "0");
      kept.set(blob, base64);
      return { mediaType, blob, bytes: base64.length };
    },
    read: async (blob) => kept.get(blob),
    forget: () => kept.clear(),
  };
}
