/** The known key a person most likely meant, or undefined when none is near: at most a third of its letters may differ. */
export function closestKey(written: string, known: readonly string[]): string | undefined {
  let best: { key: string; distance: number } | undefined;
  for (const key of known) {
    const distance = editDistance(written, key);
    if (distance <= Math.ceil(key.length / 3) && (best === undefined || distance < best.distance)) {
      best = { key, distance };
    }
  }
  if (best) return best.key;
  const lastName = written.slice(written.lastIndexOf(".") + 1);
  return known.find((key) => key.slice(key.lastIndexOf(".") + 1) === lastName);
}

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
