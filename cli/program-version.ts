/** Reads the version from package.json. */
import { readFileSync } from 'node:fs';

export function findVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const content: unknown = JSON.parse(text);
  const isNamed = typeof content === 'object' && content !== null && 'version' in content;
  return isNamed ? String(content.version) : 'unknown';
}
