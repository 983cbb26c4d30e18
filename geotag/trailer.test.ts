/** Bytes after the end of a picture, pointers to them, and files without an end marker. */
import { describe, expect, it } from 'vitest';
import { findImageEnd } from './image-end.ts';
import {
  addSegments,
  exifSegment,
  HOUSTON,
  readFixture,
  readFixtures,
  toFile,
  writeTiff,
  xmpSegment,
} from './image-fixture.ts';
import { readJpeg, toAscii, writeSegment } from './jpeg.ts';
import { readImage } from './source-image.ts';
import { tagImage } from './tag-image.ts';

function tag(bytes: Uint8Array) {
  const { image, problems } = readImage(bytes, 'deck.jpg');
  if (!image) throw new Error(problems[0]?.text);
  return { copy: toFile(tagImage(image, HOUSTON)), problems };
}

const listCodes = (problems: readonly { code: string; severity: string }[]) =>
  problems.map(({ code, severity }) => `${severity} ${code}`);
const getText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.from(one).equals(other);

function parseStructure(bytes: Uint8Array) {
  const jpeg = readJpeg(bytes);
  if (typeof jpeg === 'string') throw new Error(jpeg);
  return jpeg;
}

const files = readFixtures();

/** Two gray blocks of zeros, each in its own restart interval: one bit per table, and six of padding. */
function writeIntervals(data: readonly number[]): Uint8Array {
  const table = (id: number) => writeSegment(0xc4, Uint8Array.of(id, 1, ...Array<number>(15).fill(0), 0));
  const frame = writeSegment(0xc0, Uint8Array.of(8, 0, 8, 0, 16, 1, 1, 0x11, 0));
  const interval = writeSegment(0xdd, Uint8Array.of(0, 1));
  const header = writeSegment(0xda, Uint8Array.of(1, 1, 0, 0, 63, 0));
  const head = [Uint8Array.of(0xff, 0xd8), frame, table(0), table(0x10), interval, header];
  return toFile([...head, Uint8Array.from(data)]);
}

describe('a file without its end marker', () => {
  it.each(files)('$file gives the same copy as the whole file, and a notice', ({ bytes }) => {
    for (const cut of [bytes.subarray(0, -2), bytes.subarray(0, -1)]) {
      const { copy, problems } = tag(cut);
      expect(listCodes(problems)).toEqual(['notice image-end-added']);
      expect(isSame(copy, tag(bytes).copy)).toBe(true);
      expect(isSame(parseStructure(copy).scan, parseStructure(bytes).scan)).toBe(true);
      expect(findImageEnd(cut)).toBe(cut.length);
    }
  });

  it.each(files)('$file is refused if a byte of the picture is also missing', ({ bytes }) => {
    const first = bytes.length - parseStructure(bytes).scan.length;
    for (let end = bytes.length - 3; end > first; end -= 1) {
      const cut = bytes.subarray(0, end);
      expect(listCodes(readImage(cut, 'deck.jpg').problems), String(end)).toEqual(['loss image-truncated']);
      expect(findImageEnd(cut)).toBeGreaterThan(cut.length);
    }
  });

  it('is rejected if other bytes follow its picture, or a component has no scan', () => {
    const bytes = readFixture('baseline').subarray(0, -2);
    expect(readImage(toFile([bytes, toAscii('more')]), 'deck.jpg').image).toBeUndefined();
    const frame = writeSegment(0xc0, Uint8Array.of(8, 0, 8, 0, 16, 2, 1, 0x11, 0, 2, 0x11, 0));
    const gray = writeIntervals([0x3f, 0xff, 0xd0, 0x3f]);
    expect(
      readImage(toFile([gray.subarray(0, 2), frame, gray.subarray(2 + 13)]), 'a.jpg').image,
    ).toBeUndefined();
  });

  it('is read with restart intervals, and rejected if one is missing', () => {
    const codes = (data: readonly number[]) =>
      listCodes(readImage(writeIntervals(data), 'deck.jpg').problems);
    expect(codes([0x3f, 0xff, 0xd0, 0x3f])).toEqual(['notice image-end-added']);
    expect(codes([0x3f, 0xff, 0xd0])).toEqual(['loss image-truncated']);
    expect(codes([0x3f])).toEqual(['loss image-truncated']);
    expect(codes([0x3f, 0x3f])).toEqual(['loss image-truncated']);
  });

  it('is rejected if it is progressive and lacks one of its scans', () => {
    const bytes = readFixture('progressive');
    const { scan } = parseStructure(bytes);
    const headers = [...scan.entries()].filter(([at, byte]) => byte === 0xff && scan[at + 1] === 0xda);
    expect(headers.length).toBeGreaterThan(5);
    for (const [at] of headers.slice(1)) {
      const cut = bytes.subarray(0, bytes.length - scan.length + at);
      expect(listCodes(readImage(cut, 'deck.jpg').problems), String(at)).toEqual(['loss image-truncated']);
    }
  });
});

const NAMESPACES = [
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
  'xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"',
  'xmlns:Container="http://ns.google.com/photos/1.0/container/"',
  'xmlns:Item="http://ns.google.com/photos/1.0/container/item/"',
  'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"',
  'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
].join(' ');

const describeXmp = (attributes: string, children = '') =>
  xmpSegment(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${NAMESPACES}><rdf:Description rdf:about="" xmp:Rating="4" ${attributes}>${children}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );

interface ListedPart {
  semantic: string;
  mime: string;
  bytes?: Uint8Array;
}

const writeDirectory = (parts: readonly ListedPart[]) => {
  const items = [{ semantic: 'Primary', mime: 'image/jpeg' }, ...parts].map(({ semantic, mime, ...part }) => {
    const length = 'bytes' in part && part.bytes ? ` Item:Length="${part.bytes.length}"` : '';
    return `<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="${semantic}" Item:Mime="${mime}"${length}/></rdf:li>`;
  });
  return `<Container:Directory><rdf:Seq>${items.join('')}</rdf:Seq></Container:Directory>`;
};

const FILM = toFile([toAscii('\0\0\0\x18ftypmp42'), toAscii('a film with places in it')]);
const MAP = addSegments(readFixture('gray'), describeXmp('hdrgm:GainMapMax="2.5"'));
const gainMap: ListedPart = { semantic: 'GainMap', mime: 'image/jpeg', bytes: MAP };
const video: ListedPart = { semantic: 'MotionPhoto', mime: 'video/mp4', bytes: FILM };
const ISO = writeSegment(0xe2, toAscii('urn:iso:std:iso:ts:21496:-1\0\0\0\0\0'));

/** A picture with an index of one further picture, which begins with the trailer. */
function writeWithIndex(
  segments: readonly Uint8Array[],
  parts: readonly Uint8Array[],
  name = 'baseline',
): Uint8Array {
  const build = (size: number, offset: number) => {
    const entries = new Uint8Array(32);
    const view = new DataView(entries.buffer);
    view.setUint32(4, size);
    view.setUint32(16 + 4, MAP.length);
    view.setUint32(16 + 8, offset);
    const block = writeTiff([[0xb002, 7, 32, 8 + 2 + 12 + 4]], entries);
    return addSegments(readFixture(name), writeSegment(0xe2, toAscii('MPF\0'), block), ...segments);
  };
  const size = build(0, 0).length;
  return toFile([build(size, size - 2 - 4 - 4), ...parts]);
}

function readIndex(bytes: Uint8Array) {
  const segment = parseStructure(bytes).segments.find(
    ({ payload }) => getText(payload.subarray(0, 4)) === 'MPF\0',
  );
  if (!segment) return undefined;
  const { payload } = segment;
  const view = new DataView(payload.buffer, payload.byteOffset + 4 + 26);
  const origin = payload.byteOffset - bytes.byteOffset + 4;
  return { size: view.getUint32(4), offset: origin + view.getUint32(16 + 8) };
}

describe('a motion photo', () => {
  const cases: [string, Uint8Array, Uint8Array[]][] = [
    [
      'of 2017, as elements',
      describeXmp(
        '',
        `<GCamera:MicroVideo>1</GCamera:MicroVideo><GCamera:MicroVideoVersion>1</GCamera:MicroVideoVersion><GCamera:MicroVideoOffset>${FILM.length}</GCamera:MicroVideoOffset><GCamera:MicroVideoPresentationTimestampUs>9</GCamera:MicroVideoPresentationTimestampUs>`,
      ),
      [FILM],
    ],
    [
      'of 2017, as attributes',
      describeXmp(`GCamera:MicroVideo="1" GCamera:MicroVideoOffset="${FILM.length}"`),
      [FILM],
    ],
    [
      'with a list of parts',
      describeXmp(
        'GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1" GCamera:MotionPhotoPresentationTimestampUs="9"',
        writeDirectory([video]),
      ),
      [FILM],
    ],
    ['whose video is already removed', describeXmp('GCamera:MotionPhoto="1"', writeDirectory([video])), []],
    ['with a video before its gain map', describeXmp('', writeDirectory([video, gainMap])), [FILM, MAP]],
  ];
  it.each(cases)('%s is copied without its video and all pointers to it', (_what, xmp, parts) => {
    const bytes = toFile([addSegments(readFixture('baseline'), xmp), ...parts]);
    const { copy, problems } = tag(bytes);
    expect(listCodes(problems)).toEqual(parts.length === 0 ? [] : ['notice image-video-dropped']);
    expect(getText(copy)).not.toMatch(/ftyp|MicroVideo|MotionPhoto="|MotionPhoto<|Directory|video\/mp4/);
    expect(getText(copy)).toContain('Rating="4"');
    expect(parseStructure(copy).trailer).toHaveLength(0);
    expect(isSame(parseStructure(copy).scan, parseStructure(readFixture('baseline')).scan)).toBe(true);
    expect(isSame(tag(copy).copy, copy)).toBe(true);
  });

  it('with a gain map lists only the gain map', () => {
    const xmp = describeXmp('hdrgm:Version="1.0" GCamera:MotionPhoto="1"', writeDirectory([gainMap, video]));
    const bytes = writeWithIndex([xmp, ISO], [MAP, FILM]);
    const { copy, problems } = tag(bytes);
    expect(listCodes(problems)).toEqual(['notice image-video-dropped']);
    expect(problems[0]?.text).toContain(`(${FILM.length} bytes)`);
    expect(isSame(parseStructure(copy).trailer, MAP)).toBe(true);
    const text = getText(copy.subarray(0, -MAP.length));
    expect(text).not.toMatch(/video|MotionPhoto/);
    expect(text).toContain(`Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="${MAP.length}"`);
    expect(text.match(/<Container:Item /g)).toHaveLength(2);
    expect(readIndex(copy)?.offset).toBe(copy.length - MAP.length);
  });
});

describe('a gain map', () => {
  const xmp = describeXmp('hdrgm:Version="1.0"', writeDirectory([gainMap]));

  it('is preserved with its list, its index and its ISO segment', () => {
    const { copy, problems } = tag(
      writeWithIndex([exifSegment(writeTiff([[0x0112, 3, 1, 6]])), xmp, ISO], [MAP]),
    );
    expect(problems).toEqual([]);
    expect(isSame(parseStructure(copy).trailer, MAP)).toBe(true);
    const text = getText(copy.subarray(0, -MAP.length));
    expect(text).toMatch(/hdrgm:Version="1\.0"/);
    expect(text).toContain(`Item:Length="${MAP.length}"`);
    expect(text).toContain('urn:iso:std:iso:ts:21496:-1');
    expect(readIndex(copy)).toEqual({ size: copy.length - MAP.length, offset: copy.length - MAP.length });
    expect(isSame(tag(copy).copy, copy)).toBe(true);
  });

  it('is preserved if only the list has it, even after padding', () => {
    const file = addSegments(readFixture('baseline'), xmp);
    expect(isSame(parseStructure(tag(toFile([file, MAP])).copy).trailer, MAP)).toBe(true);
    const padded = describeXmp(
      '',
      writeDirectory([gainMap]).replace(
        'Item:Semantic="Primary"',
        'Item:Semantic="Primary" Item:Padding="3"',
      ),
    );
    const { copy } = tag(toFile([addSegments(readFixture('baseline'), padded), new Uint8Array(3), MAP]));
    expect(isSame(parseStructure(copy).trailer.subarray(3), MAP)).toBe(true);
    expect(getText(copy)).toContain('Item:Padding="3"');
  });

  it('is preserved if only the index and the ISO segment have it', () => {
    const { copy } = tag(writeWithIndex([ISO], [MAP]));
    expect(isSame(parseStructure(copy).trailer, MAP)).toBe(true);
    expect(getText(copy)).toContain('urn:iso:std:iso:ts:21496:-1');
  });

  it.each([
    ['is truncated', [MAP.subarray(0, -9)]],
    ['is missing', []],
    ['isn’t a picture', [new Uint8Array(MAP.length).fill(0x41)]],
  ])('that %s loses all pointers to it', (_what, parts) => {
    const file = addSegments(readFixture('baseline'), xmp, ISO);
    const { copy, problems } = tag(toFile([file, ...parts]));
    expect(listCodes(problems)).toEqual(parts.length === 0 ? [] : ['notice image-trailer-dropped']);
    expect(getText(copy)).not.toMatch(/hdrgm:|GainMap|Directory|21496/);
    expect(getText(copy)).toContain('Rating="4"');
    expect(parseStructure(copy).trailer).toHaveLength(0);
  });

  it('is removed with an index that has nothing else', () => {
    const whole = writeWithIndex([xmp, ISO], [MAP]);
    const { copy } = tag(whole.subarray(0, -MAP.length));
    expect(readIndex(whole)).toBeDefined();
    expect(readIndex(copy)).toBeUndefined();
    expect(getText(copy)).not.toMatch(/hdrgm:|GainMap|Directory|21496/);
  });
});

describe('bytes after the end of a picture', () => {
  it('are reported with their count if they are unknown', () => {
    const { copy, problems } = tag(toFile([readFixture('baseline'), toAscii('PK\x03\x04 and a zip')]));
    expect(listCodes(problems)).toEqual(['notice image-trailer-dropped']);
    expect(problems[0]?.text).toBe(
      '14 bytes after the end of the image aren’t part of a picture. Copies don’t have them.',
    );
    expect(isSame(copy, tag(readFixture('baseline')).copy)).toBe(true);
  });

  it('cause no notice if all are zeros', () => {
    const { copy, problems } = tag(toFile([readFixture('baseline'), new Uint8Array(100)]));
    expect(problems).toEqual([]);
    expect(isSame(copy, tag(readFixture('baseline')).copy)).toBe(true);
  });
});
