import { expect, test } from 'vitest';
import { readIntoMemory } from './use-file-upload.ts';

const CHANGED = '“seed.xml” was changed or moved after you chose it. Choose it again.';

/** A file whose reads fail from the given time on, as in a browser after a change on disk. */
function fileThatChanges(atReading: number): File {
  const file = new File(['<rss/>'], 'seed.xml', { type: 'text/xml' });
  const slice = file.slice.bind(file);
  let readings = 0;
  file.slice = (...range) => {
    readings += 1;
    if (readings >= atReading) throw new DOMException('changed', 'NotReadableError');
    return slice(...range);
  };
  return file;
}

test('an unchanged file is copied into memory, with its name and type', async () => {
  const copy = await readIntoMemory(new File(['<rss/>'], 'seed.xml', { type: 'text/xml' }));
  expect(await copy.text()).toBe('<rss/>');
  expect(copy).toMatchObject({ name: 'seed.xml', type: 'text/xml' });
});

test.each([
  ['before it is read', 1],
  ['while it is read', 2],
])('a file that changes %s is refused by its name', async (_when, reading) => {
  await expect(readIntoMemory(fileThatChanges(reading))).rejects.toMatchObject({
    code: 'invalid',
    message: CHANGED,
  });
});

test('a file that is too large anyway is not read into memory', async () => {
  const file = fileThatChanges(1);
  Object.defineProperty(file, 'size', { value: 3 * 1024 ** 3 });
  expect(await readIntoMemory(file)).toBe(file);
});
