import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildParts,
  layoutParts,
  planPages,
  prepareProject,
  readSeed,
  type BuildEvent,
  type Layout,
} from '#engine';
import { cases } from '#testkit/cases.ts';
import { type SeedSpec, build, toCsv, readRows, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'intro'];
const SEED: SeedSpec = {
  content: '<h1 title="[geo_city]">[geo_city]</h1><p>[intro]</p>',
  metas: [['php', 'a:1:{i:0;s:7:"[intro]";}']],
};

function createLayout(
  rows: string[][],
  options: { key?: string; split?: { bytes: number; pages: number } } = {},
): Layout {
  const { seed } = readSeed(wxrSeed(SEED), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { project } = prepareProject({
    seed,
    table: readRows([HEADER, ...rows]).table,
    key: options.key ?? 'test',
  });
  if (!project) throw new Error('no project');
  return layoutParts(planPages(project), { name: 'out', split: options.split ?? null });
}

/** Events without their bytes, and all bytes. */
function pull(layout: Layout): { events: (Omit<BuildEvent, 'bytes'> & { size?: number })[]; text: string } {
  const decoder = new TextDecoder();
  let text = '';
  const events = [
    ...(function* () {
      for (const event of buildParts(layout)) {
        if (event.type !== 'bytes') yield event;
        else {
          // valid until the next pull only, so it is decoded here
          text += decoder.decode(event.bytes, { stream: true });
          yield { type: event.type, pages: event.pages, size: event.bytes.length };
        }
      }
    })(),
  ];
  return { events, text };
}

const towns = (count: number, intro = 'Hi') =>
  Array.from({ length: count }, (_, index) => [`Town ${index}`, `town-${index}`, intro]);

describe('the events of a build', () => {
  it('are start, links, bytes and end for each file, in order', () => {
    const { events } = pull(createLayout(towns(3), { split: { bytes: 1e7, pages: 2 } }));
    expect(events.map(({ type }) => type)).toEqual([
      'file-start',
      'link',
      'link',
      'bytes',
      'file-end',
      'file-start',
      'link',
      'bytes',
      'file-end',
    ]);
    expect(events[0]).toEqual({ type: 'file-start', name: 'out-1-of-2.xml' });
    expect(events[4]).toMatchObject({ type: 'file-end', name: 'out-1-of-2.xml', pages: 2 });
    expect(events[8]).toMatchObject({ type: 'file-end', name: 'out-2-of-2.xml', pages: 1 });
  });

  it('report the bytes of each file and the number of pages so far over all files', () => {
    const layout = createLayout(towns(400, 'x'.repeat(9000)), { split: { bytes: 5_000_000, pages: 500 } });
    const { events } = pull(layout);
    let size = 0;
    let last = 0;
    for (const event of events) {
      if (event.type === 'bytes' && 'pages' in event) {
        size += event.size ?? 0;
        expect(event.pages).toBeGreaterThanOrEqual(last);
        last = event.pages as number;
      } else if (event.type === 'file-end') {
        expect(event).toMatchObject({ bytes: size });
        size = 0;
      }
    }
    expect(last).toBe(400);
    expect(layout.parts.length).toBeGreaterThan(1);
  });

  it('hand bytes on in pieces, so that no file is ever held whole', () => {
    const { events } = pull(createLayout(towns(600, 'x'.repeat(9000))));
    const sizes = events.flatMap((event) => (event.type === 'bytes' ? [event.size ?? 0] : []));
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.max(...sizes)).toBeLessThan(1_400_000);
  });

  it('hold a link for each page: row, address, label', () => {
    const { events } = pull(
      createLayout([
        ['A & <b>', 'a', ''],
        ['', '', ''],
        ['C', 'c', ''],
      ]),
    );
    expect(events.filter(({ type }) => type === 'link')).toMatchObject([
      {
        type: 'link',
        row: 2,
        html: '<a href="https://site.example/plumber-a/">A &amp; &lt;b&gt;</a><br>',
        url: 'https://site.example/plumber-a/',
        label: 'A & <b>',
      },
      {
        type: 'link',
        row: 4,
        html: '<a href="https://site.example/plumber-c/">C</a><br>',
        url: 'https://site.example/plumber-c/',
        label: 'C',
      },
    ]);
  });

  it('write nothing if all rows are skipped', () => {
    expect(pull(createLayout([['A', '', '']])).events).toEqual([]);
  });

  it('stop with the caller, and begin anew', () => {
    const layout = createLayout(towns(3));
    for (const event of buildParts(layout)) if (event.type === 'link') break;
    expect(pull(layout).text).toContain('plumber-town-2');
  });
});

describe('the same key, seed and rows', () => {
  it('give the same bytes twice, from one layout and from two', () => {
    const rows = towns(50);
    const layout = createLayout(rows);
    const { text } = pull(layout);
    expect(pull(layout).text).toBe(text);
    expect(pull(createLayout(rows)).text).toBe(text);
  });

  it('give the same bytes with builds that run side by side', () => {
    const layout = createLayout(towns(5), { split: { bytes: 1e7, pages: 1 } });
    const [one, two] = [buildParts(layout), buildParts(layout)];
    const texts = ['', ''];
    for (let step = 0; step < 40; step += 1) {
      [one, two].forEach((events, index) => {
        const { value } = events.next();
        if (value?.type === 'bytes') texts[index] += new TextDecoder().decode(value.bytes);
      });
    }
    expect(texts[0]).toBe(pull(layout).text);
    expect(texts[1]).toBe(texts[0]);
  });

  it('give the same bytes with rows in pieces of any size', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('"', 'a,b', 'x\r\ny', ']]>', '😀', ''),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 40 }),
        (cells, chunk) => {
          const rows = [HEADER, ...cells.map(([city, intro], index) => [city, `t${index}`, intro])];
          const whole = build(wxrSeed(SEED), rows, { chunk: toCsv(rows).length });
          const pieces = build(wxrSeed(SEED), rows, { chunk });
          expect(pieces.files).toEqual(whole.files);
          expect(pieces.problems).toEqual(whole.problems);
        },
      ),
      { numRuns: cases(40) },
    );
  });

  it('give other bytes for another key', () => {
    const rows = towns(2);
    const { text } = pull(createLayout(rows));
    expect(pull(createLayout(rows, { key: 'other' })).text).not.toBe(text);
    expect(pull(createLayout(rows, { key: 'TEST' })).text).not.toBe(text);
  });
});
