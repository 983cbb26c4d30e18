/** Names of browsers for the list of sessions and for emails about sign-ins. */

/** From the most to the least specific: most browsers also contain the names of others. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** @param agent header `User-Agent`, RFC 9110 section 10.1.5; other clients keep their own name */
export function nameBrowser(agent: string): string {
  const find = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1];
  const browser = find(BROWSERS);
  if (browser === undefined) return agent.split(/[\s/]/)[0] || 'Unknown program';
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
