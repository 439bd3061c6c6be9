/** Version of `run`'s JSON; raised when a field changes its meaning, not when one is added. */
export const schemaVersion = 1;
