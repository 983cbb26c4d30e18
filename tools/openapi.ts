/**
 * Compares the OpenAPI document with the copy in docs/openapi.json, so that a change of the API is
 * seen in review; `node tools/openapi.ts --write` renews the copy.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { allEndpoints } from '#contract/endpoints.ts';
import { describeApi } from '#server/http/openapi.ts';

const copy = new URL('../docs/openapi.json', import.meta.url);

function readText(url: URL): string {
  try {
    return readFileSync(url, 'utf8');
  } catch {
    return '';
  }
}

/** The lines that differ, with + and -; enough to see what changed. */
export function compareLines(before: string, after: string): string[] {
  const old = before.split('\n');
  const fresh = after.split('\n');
  const count = (lines: string[]) => Map.groupBy(lines, (line) => line);
  const inOld = count(old);
  const inFresh = count(fresh);
  const surplus = (lines: string[], other: Map<string, string[]>, mark: string) =>
    [...count(lines)].flatMap(([line, all]) =>
      all.slice(other.get(line)?.length ?? 0).map(() => `${mark} ${line.trim()}`),
    );
  return [...surplus(old, inFresh, '-'), ...surplus(fresh, inOld, '+')];
}

if (import.meta.main) {
  const { version } = JSON.parse(readText(new URL('../package.json', import.meta.url))) as {
    version: string;
  };
  const text = `${JSON.stringify(describeApi(allEndpoints, version), undefined, 2)}\n`;
  if (process.argv.includes('--write')) writeFileSync(copy, text);
  const known = readText(copy);
  if (known !== text) {
    console.error('The API no longer matches docs/openapi.json:');
    for (const line of compareLines(known, text)) console.error(line);
    console.error('If that is meant, renew the copy: node tools/openapi.ts --write');
    process.exitCode = 1;
  }
}
