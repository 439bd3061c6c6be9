import { editDistance } from "@kestrel/text";

/** The known key that was most likely meant, or undefined when none is close: at most a third of the letters may differ. */
export function closestKey(written: string, known: readonly string[]): string | undefined {
  // A longer key is not a typing error.
  if (written.length > 200) return undefined;
  let best: { key: string; far: number } | undefined;
  for (const key of known) {
    const far = editDistance(written, key);
    if (far <= Math.ceil(key.length / 3) && (best === undefined || far < best.far)) {
      best = { key, far };
    }
  }
  if (best) return best.key;
  const lastName = written.slice(written.lastIndexOf(".") + 1);
  return known.find((key) => key.slice(key.lastIndexOf(".") + 1) === lastName);
}
