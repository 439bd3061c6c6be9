/** UTF-16 units of a first line and of any other, as git's own tools show them whole; and of a whole message. */
export const longestSubject = 72;
export const longestMessage = 1_500;
