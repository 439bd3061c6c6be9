/** Replaces a secret. */
export const leftOut = "[left out]";
