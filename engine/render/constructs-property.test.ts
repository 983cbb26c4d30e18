/**
 * Random constructs in all encodings of a page, filled by the engine and read by independent decoders, must equal the
 * text that a naive interpreter gives. It knows the constructs as a tree, and allows each variant of a `[spin]`.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { decodeReferences, getTagText, readHtmlAttribute } from '#testkit/decoders/html.ts';
import { getPhpString, unserialize } from '#testkit/decoders/php.ts';
import { readBlockAttributes } from '#testkit/decoders/wordpress.ts';
import { build, escapeXml, wxrSeed } from '#testkit/wxr-seed.ts';
import { type Node, ROWS, type Row, bind, interpret, nodes, row, write } from './construct-trees-fixture.ts';

/** Contexts of a page: how an editor writes a text there, and how an independent reader reads it. */
const escapeJson = (text: string) =>
  JSON.stringify(text)
    .replaceAll('--', String.raw`\u002d\u002d`)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
    .replaceAll('&', String.raw`\u0026`)
    .replaceAll(String.raw`\"`, String.raw`\u0022`);

it('are filled like a naive interpreter fills them, in all encodings', () => {
  const frame = (list: Node[]) => `B:${write(bind(list))}:E`;
  let pages = 0;
  fc.assert(
    fc.property(
      fc.tuple(nodes, nodes, nodes, nodes, nodes),
      fc.array(row, { minLength: ROWS, maxLength: ROWS }),
      (trees, cells) => {
        const [title, text, attribute, json, php] = trees;
        const inner = frame(php);
        const seed = wxrSeed({
          title: frame(title),
          content: `<p>[geo_city]</p><h4>${escapeXml(frame(text))}</h4><img src="/a.png" alt="${escapeXml(frame(attribute))}"><!-- wp:x/y {"t":${escapeJson(frame(json))}} /-->`,
          metas: [['note', `a:1:{s:1:"t";s:${Buffer.byteLength(inner)}:"${inner}";}`]],
        });
        const rows = cells.map(
          (each, index): Row => ({ geo_city: `T${index}`, geo_url: `t${index}`, ...each }),
        );
        const header = Object.keys(rows[0] ?? {});
        const built = build(seed, [header, ...rows.map((each) => header.map((name) => each[name] ?? ''))]);
        expect(built.pages).toHaveLength(ROWS);
        built.pages.forEach(({ fields, metas }, index) => {
          pages += 1;
          const content = fields['content:encoded'] ?? '';
          const block = readBlockAttributes(content, 'x/y') as { t: string };
          const read = [
            decodeReferences(fields['title'] ?? ''),
            getTagText(content, 'h4'),
            readHtmlAttribute(content, 'img', 'alt') ?? '',
            decodeReferences(block.t),
            getPhpString(unserialize(metas[0]?.[1] ?? ''), 't'),
          ];
          read.forEach((found, context) => {
            const pattern = interpret(bind(trees[context] ?? []), rows[index] ?? {});
            expect(found).toMatch(new RegExp(`^B:${pattern}:E$`, 'su'));
          });
        });
      },
    ),
    { numRuns: cases(90) },
  );
  expect(pages).toBeGreaterThanOrEqual(cases(90) * ROWS);
});
