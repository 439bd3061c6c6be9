/** What is said of a failure inside Kestrel beside what it happened in: the way to its stack. */
export const reports = {
  "report.call": "Kestrel failed internally during this call. See `kestrel logs {report}`.",
  "report.judging":
    "Kestrel failed while it checked this call, so it cannot say what the call would do. See `kestrel logs {report}`.",
  "report.reply": "Kestrel failed while it looked for tool calls in this reply. See `kestrel logs {report}`.",
  "report.job": "{job} failed inside Kestrel. See `kestrel logs {report}`.",
} as const;
