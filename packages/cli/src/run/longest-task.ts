/** The daemon rejects longer tasks, so reading stops here. Characters. */
export const longestTask = 200_000;
