/** The tools that kestrel-nano was trained with, in the order in which it has them. */
export const nanoTools: readonly string[] = ["read", "search", "edit", "write", "shell", "todo"];
