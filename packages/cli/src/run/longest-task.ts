/** More characters than this are refused by the daemon; reading on would only cost memory. */
export const longestTask = 200_000;
