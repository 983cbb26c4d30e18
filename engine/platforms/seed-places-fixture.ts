/** A small seed of each platform with HTML in its body and plain text in its note, and their texts on a page. */
import Papa from 'papaparse';
import type { PlatformId } from '#engine';
import { getMeta, readPages } from '#testkit/wxr-pages.ts';
import { escapeXml, wxrText } from '#testkit/wxr-seed.ts';

/** Texts of a page; `probe` is `: ` and the value. */
interface PageTexts {
  body: string;
  note: string;
  probe: string;
}

interface SeedPlace {
  write: (body: string, note: string) => string;
  read: (bytes: Uint8Array) => PageTexts[];
}

const UUID = '0f0c2f0e-4b7a-4d0c-9a53-1f0b7c6f2d10';
const PROBE = ': [geo_city]';

function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const wxrPlace = (type: string): SeedPlace => ({
  write: (body, note) =>
    wxrText({
      type,
      title: 'A page',
      slug: 'geo_url',
      content: body,
      metas: [
        ['note', note],
        ['probe', PROBE],
      ],
    }),
  read: (bytes) =>
    readPages(bytes).map((page) => ({
      body: page.fields['content:encoded'] ?? '',
      note: getMeta(page, 'note'),
      probe: getMeta(page, 'probe'),
    })),
});

const csvPlace = (columns: string, cells: string): SeedPlace => ({
  write: (body, note) =>
    `${columns},body,note,probe\n${cells},${quoteCell(body)},${quoteCell(note)},${PROBE}\n`,
  read: (bytes) =>
    Papa.parse<PageTexts>(new TextDecoder().decode(bytes), { header: true, skipEmptyLines: true }).data,
});

export const SEED_PLACES: Readonly<Record<PlatformId, SeedPlace>> = {
  wordpress: wxrPlace('page'),
  hubspot: wxrPlace('post'),
  drupal: {
    write: (body, note) =>
      `<root><item><guid>1</guid><title>A page</title><path>/[geo_url]</path><body>${escapeXml(body)}</body><note>${escapeXml(note)}</note><probe>${PROBE}</probe></item></root>`,
    read: (bytes) =>
      readPages(bytes).map(({ fields: { body = '', note = '', probe = '' } }) => ({ body, note, probe })),
  },
  wix: csvPlace('Title,Slug,ID', `A page,[geo_url],${UUID}`),
  webflow: csvPlace('Name,Slug,Item ID', 'A page,[geo_url],697be0a43a0db36a1c9199d8'),
};
