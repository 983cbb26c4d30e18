/** Only `platforms/` has rules for one platform: its name in other code is a rule in the wrong place. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ENGINE = fileURLToPath(new URL('.', import.meta.url));
const WORDS =
  /wp[:_-]|wxr|wordpress|hubspot|hubl|drupal|\bwix|webflow|(?<![a-z])php|shortcode|\bdivi\b|wpbakery/i;
const COMMENTS = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;
/** Lines that may have one, by file and reason. */
const ALLOWED: Readonly<Record<string, { word: string; reason: string }>> = {
  'inspect/used-in.ts': { word: 'wp-block-button', reason: 'a class that themes of any site copy' },
  'encoding/json/place-json-markers.ts': { word: 'shortcode', reason: 'a key of texts in data of builders' },
};

/** Lines of code that name a platform, as `file: line`. */
function findNamed(file: string): string[] {
  const code = readFileSync(`${ENGINE}${file}`, 'utf8').replaceAll(COMMENTS, '');
  const { word } = ALLOWED[file] ?? {};
  return code
    .split('\n')
    .filter((line) => WORDS.test(line) && (word === undefined || !line.includes(word)))
    .map((line) => `${file}: ${line.trim()}`);
}

const isOfPlatform = (file: string): boolean => file.startsWith('platforms/');

describe('names of platforms in code', () => {
  const files = globSync('**/*.ts', { cwd: ENGINE }).filter(
    (file) => !/\.test\.ts$|-fixture\.ts$/.test(file),
  );

  it('occur in platforms/ only', () => {
    const others = files.filter((file) => !isOfPlatform(file));
    expect(others.length).toBeGreaterThan(100);
    expect(others.flatMap(findNamed)).toEqual([]);
  });

  it('are found where they are', () => {
    expect(files.filter(isOfPlatform).flatMap(findNamed).length).toBeGreaterThan(100);
  });
});
