/** Time that is the same on a busy machine: bounds of it tell a slow algorithm from a slow neighbour. */
export function measureCpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
