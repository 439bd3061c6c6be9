/** The version of the JSON that `run` writes; it grows when a field changes its meaning, not when one is added. */
export const schemaVersion = 1;
