/** The audit against the importer itself: what it was seen to do with each file is written down. */
import { describe, expect, it } from 'vitest';
import { tenfold } from '#testkit/cases.ts';
import { checkParts } from './check-parts.ts';
import { FILE_ANSWERS } from './import-file-answers-fixture.ts';
import { FILE_CASES } from './import-file-cases-fixture.ts';
import { ITEM_ANSWERS } from './import-item-answers-fixture.ts';
import { ITEM_CASES } from './import-item-cases-fixture.ts';
import type { Verdict } from '../../../verify/platform-audit.ts';
import type { PartAudit } from './part-audit.ts';
import { auditText, codes } from './wxr-fixture.ts';

const CASES = { ...ITEM_CASES, ...FILE_CASES };
const ANSWERS = { ...ITEM_ANSWERS, ...FILE_ANSWERS };
const NOW = '2026-11-21 12:00:00';

/** The audit stops at these; the importer falls back to a lenient parser and reads on, with damage. */
const STOPPING = [
  'not-wxr',
  'wxr-prefix',
  'malformed-xml',
  'xml-deep',
  'xml-doctype',
  'xml-encoding',
  'xml-version',
];

/** Differences that aren’t damage, with the reason. */
const HARMLESS = new Map([
  ['a title of a space after a title', 'the outer spaces of a title are trimmed'],
  ['JSON-LD that is empty', 'the author left it so, and nothing reads it'],
  ['JSON-LD in a comment sign', 'search engines read what is within'],
  ['a leaf twice', 'the comparison reads the second one, the importer the first'],
  ['a type that is not registered', 'a plugin may register it'],
  ['a type in capitals', 'a plugin may register it'],
  ['an image in no file', 'right on the site that the seed came from'],
  ['an image that can’t be fetched', 'only the import shows it'],
  ['an empty thumbnail', 'it names no image'],
  ['a serialized object of a class', 'the value stays, as a stdClass'],
  ['empty Elementor data', 'arrives byte for byte'],
  ['JSON deeper than 512', 'arrives byte for byte'],
]);

/** Faults although the import succeeded, with the reason. */
const STRICTER = new Map([
  ['a parent that isn’t a number', 'the comparison reads it as 0 too, and the page moves to the top level'],
  ['a stub with another id', 'it may as well be a dropped page'],
  ['an image in an earlier file', 'found by luck: on a site with posts it has another id'],
  ['a serialized meta with a brace after it', 'the rest is left out'],
  ['XML 1.1', 'hosts without SimpleXML refuse it'],
  ['XML 1.2', 'hosts without SimpleXML refuse it'],
  ['windows-1252 as declared', 'hosts without SimpleXML refuse it'],
  ['utf8 without the hyphen', 'hosts without SimpleXML refuse it'],
  ['UTF-16', 'hosts without SimpleXML refuse it'],
  ['an escaped text of 10,000,001 bytes', 'other parsers take less'],
]);

interface Audited {
  file: string;
  text: string | Uint8Array;
  part: PartAudit;
}

const audited = new Map<string, Audited[]>();

function auditFileList(name: string): Audited[] {
  const known = audited.get(name);
  if (known) return known;
  const files = (CASES[name]?.() ?? []).map((text, index) => {
    const file = `part-${index + 1}.xml`;
    return { file, text, part: auditText(text, { file, now: NOW }) };
  });
  audited.set(name, files);
  return files;
}

const auditCase = (name: string): PartAudit[] => auditFileList(name).map(({ part }) => part);

/** Codes of the faults, in the order of the alphabet. */
function listFaultTexts(verdict: Verdict): string[] {
  return codes(verdict, 'fault').sort();
}

const words = (text = '') => text.split(' ').filter((word) => word !== '');

describe('the importer and the audit', () => {
  it('have an answer each to every file', () => {
    expect(Object.keys(ANSWERS).sort()).toEqual(Object.keys(CASES).sort());
    expect(Object.keys(CASES).length).toBeGreaterThan(400);
  });

  it.each(Object.entries(ANSWERS))('agree on %s', (name, { imported, faults, ours }) => {
    const parts = auditCase(name);
    const verdict = checkParts(parts);
    const strict = checkParts(parts, { pages: verdict.pages });
    expect(listFaultTexts(verdict)).toEqual(words(faults).sort());
    expect(listFaultTexts(strict)).toEqual([...words(faults), ...words(ours)].sort());
    expect(verdict.ok).toBe(faults === undefined);
    const isStopped = words(faults).some((code) => STOPPING.includes(code));
    if (!isStopped && !name.startsWith('a type')) expect(verdict.pages).toBe(imported);
  });

  it('take every damage for a fault in parts of ours, but for what is harmless', () => {
    const unseen = Object.entries(ANSWERS).filter(
      ([, { damage, faults, ours }]) => damage !== undefined && faults === undefined && ours === undefined,
    );
    expect(unseen.map(([name]) => name).sort()).toEqual([...HARMLESS.keys()].sort());
  });

  it('fault nothing that the importer brings in whole, but for what is luck', () => {
    const stricter = Object.entries(ANSWERS).filter(
      ([, { damage, faults }]) => damage === undefined && faults !== undefined,
    );
    expect(stricter.map(([name]) => name).sort()).toEqual([...STRICTER.keys()].sort());
  });

  it('miss no item: each one is imported, is for another one or is reported', () => {
    for (const name of Object.keys(CASES)) {
      const parts = auditCase(name);
      const { imported, stubs, skipped } = checkParts(parts);
      const items = parts.reduce((sum, part) => sum + part.items.id.length, 0);
      const landed = Object.values(imported).reduce((sum, count) => sum + count, 0);
      expect(landed + stubs + skipped.length, name).toBe(items);
    }
  });

  it('report the place and reason of each skipped item', () => {
    for (const name of Object.keys(CASES)) {
      for (const { file, line, text } of checkParts(auditCase(name)).skipped) {
        expect(file, name).toMatch(/^part-\d\.xml$/u);
        expect(line, name).toBeGreaterThan(1);
        expect(text, name).toMatch(/\.$/u);
      }
    }
  });

  it('report what, where and what to do in sentences', () => {
    for (const name of Object.keys(CASES)) {
      for (const { text, line, code } of checkParts(auditCase(name)).problems) {
        expect(text, `${name}: ${code}`).toMatch(/^[A-Z0-9[][\s\S]*\.$/u);
        expect(text.length, `${name}: ${code}`).toBeLessThan(520);
        if (line !== undefined) expect(line, name).toBeGreaterThan(0);
      }
    }
  });

  it.each([1, 13, 4096])('do not hang on where the bytes are cut: every %i', (chunk) => {
    let compared = 0;
    for (const name of Object.keys(CASES)) {
      for (const { file, text, part } of auditFileList(name)) {
        if (text.length > tenfold(10_000)) continue;
        compared += 1;
        expect(auditText(text, { file, chunk, now: NOW }), name).toEqual(part);
      }
    }
    expect(compared).toBeGreaterThan(400);
  });

  it('come to the same in a worker: what is sent is what was checked', () => {
    for (const name of Object.keys(CASES)) {
      const parts = auditCase(name);
      expect(checkParts(structuredClone(parts)), name).toEqual(checkParts(parts));
    }
  });
});
