/** Starts to count what this process computes; what others on the machine take does not count. The answer is in milliseconds. */
export function computing(): () => number {
  const before = process.cpuUsage();
  return () => process.cpuUsage(before).user / 1_000;
}

/**
 * Does something that must be over within a time, at most three times, and answers the milliseconds of the last try: a loaded machine may
 * keep anybody waiting once, what is slow by itself is slow each time. `attempt` resolves with how long it took.
 */
export async function soonest(allowedMs: number, attempt: () => Promise<number>): Promise<number> {
  let took = await attempt();
  for (let again = 0; again < 2 && took >= allowedMs; again++) took = await attempt();
  return took;
}
