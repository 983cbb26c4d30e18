/** Reads a CPU profile of Node and names the functions in which the time went. */
import { readFileSync } from 'node:fs';

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

interface CpuProfile {
  nodes: { id: number; callFrame: CallFrame }[];
  samples: number[];
  timeDeltas: number[];
}

export interface Cost {
  place: string;
  /** Of all time that was sampled, from 0 to 1. */
  share: number;
}

function describePlace({ functionName, url, lineNumber }: CallFrame): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  const file = url.split('/').slice(-2).join('/');
  return file === '' ? name : `${name} ${file}:${lineNumber + 1}`;
}

/** The dearest functions by their own time, without what they call. */
export function findCosts(path: string, limit: number): Cost[] {
  const profile: CpuProfile = JSON.parse(readFileSync(path, 'utf8'));
  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, describePlace(callFrame)]));
  const times = new Map<string, number>();
  let total = 0;
  for (const [index, id] of profile.samples.entries()) {
    const place = places.get(id) ?? '(unknown)';
    const time = profile.timeDeltas[index] ?? 0;
    if (place === '(idle)') continue;
    times.set(place, (times.get(place) ?? 0) + time);
    total += time;
  }
  return [...times]
    .map(([place, time]) => ({ place, share: time / total }))
    .toSorted((a, b) => b.share - a.share)
    .slice(0, limit);
}
