/** What stands in place of a secret. */
export const leftOut = "[left out]";
