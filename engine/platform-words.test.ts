/** Only the rooms of a platform speak of it: elsewhere its name in the code is a rule in the wrong place. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ENGINE = fileURLToPath(new URL('.', import.meta.url));
const WORDS = /wp:|wxr|wordpress/i;
/** Rooms that may: the dialect, the platforms that speak it, and contexts that are WordPress's own. */
const ROOMS = [/^platforms\//, /^encoding\/(shortcode|php|html)\//];
const COMMENTS = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Lines of code that name the platform, as `file: line`. */
function namedIn(file: string): string[] {
  const code = readFileSync(`${ENGINE}${file}`, 'utf8').replaceAll(COMMENTS, '');
  return code
    .split('\n')
    .filter((line) => WORDS.test(line))
    .map((line) => `${file}: ${line.trim()}`);
}

describe('the words of one platform', () => {
  const files = globSync('**/*.ts', { cwd: ENGINE }).filter(
    (file) => !/\.test\.ts$|-fixture\.ts$/.test(file),
  );

  it('occur in its own rooms only', () => {
    const elsewhere = files.filter((file) => !ROOMS.some((room) => room.test(file)));
    expect(elsewhere.length).toBeGreaterThan(100);
    expect(elsewhere.flatMap(namedIn)).toEqual([]);
  });

  it('are found where they are', () => {
    expect(files.filter((file) => ROOMS.some((room) => room.test(file))).flatMap(namedIn)).not.toEqual([]);
  });
});
