/** Measures CPU time, which is nearly independent of other processes on the machine. */
export function measureCpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
