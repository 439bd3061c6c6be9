import { useCallback, useState } from "react";
import type { Shelf } from "./get-models.tsx";

/** One instance for a page with both lists. */
export function useShelf(): Shelf {
  const [version, setVersion] = useState(0);
  return { version, onChange: useCallback(() => setVersion((before) => before + 1), []) };
}
