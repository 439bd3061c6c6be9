/** Limits of the pictures of one message. `bytes`: of one picture before encoding. */
export const imageBounds = { count: 4, bytes: 5 * 1_048_576, bodyBytes: 20 * 1_048_576 } as const;
