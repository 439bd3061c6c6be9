export type TodoItem = { text: string; done: boolean };

/** The model's list as sent: the call's whole content. Empty when invalid. */
export function todoItems(bytes: string): TodoItem[] {
  try {
    const { items } = JSON.parse(bytes) as { items?: unknown };
    if (!Array.isArray(items)) return [];
    return items.flatMap((item: unknown) => {
      const { text, done } = (item ?? {}) as { text?: unknown; done?: unknown };
      return typeof text === "string" ? [{ text, done: done === true }] : [];
    });
  } catch {
    // expected: a model's arguments that are not JSON
    return [];
  }
}
