/**
 * A WordPress export (WXR 1.0 to 1.2: RSS with the namespace `wp`) read into a seed.
 * Sources: `export_wp()` of WordPress, and the parsers of its importer.
 */
import type { Problem } from '../../../problem.ts';
import type { SeedReading } from '../../../render/seed.ts';
import { type SeedField, type SeedItem, type SeedMeta, type WxrSeed, readText } from './seed.ts';
import { readChildText, readElementText } from '../../../encoding/xml/xml-leaf.ts';
import { type XmlElement, findChild } from '../../../text/xml-outline.ts';
import { trimEnd } from '../../../text/trim-edges.ts';
import type { XmlFile } from '../../platform.ts';

const WP_NAMESPACE = /^https?:\/\/wordpress\.org\/export\/(\d+\.\d+)\/$/;
/** Fields of all items; other fields are read only for the pattern. */
const READ_FIELDS = new Set([
  'title',
  'link',
  'pubDate',
  'dc:creator',
  'guid',
  'wp:post_id',
  'wp:post_date',
  'wp:post_date_gmt',
  'wp:post_name',
  'wp:status',
  'wp:post_parent',
  'wp:post_type',
  'wp:attachment_url',
  'wp:menu_order',
]);

function readField(text: string, element: XmlElement): SeedField {
  return { element, text: readElementText(text, element) };
}

/** A converter for HubSpot writes `wp:post_meta`. */
export function isMeta({ name }: XmlElement): boolean {
  return name === 'wp:postmeta' || name === 'wp:post_meta';
}

function readMeta(text: string, element: XmlElement): SeedMeta | undefined {
  const key = findChild(element, 'wp:meta_key');
  const value = findChild(element, 'wp:meta_value');
  return key && value ? { element, key: readField(text, key), value: readField(text, value) } : undefined;
}

function readItem(text: string, element: XmlElement): SeedItem {
  const fields = new Map<string, SeedField>();
  const metas: SeedMeta[] = [];
  for (const child of element.children) {
    if (READ_FIELDS.has(child.name) && !fields.has(child.name))
      fields.set(child.name, readField(text, child));
    if (!isMeta(child)) continue;
    const meta = readMeta(text, child);
    if (meta) metas.push(meta);
  }
  return {
    element,
    fields,
    metas,
    id: Number.parseInt(fields.get('wp:post_id')?.text ?? '', 10) || 0,
    parent: Number.parseInt(fields.get('wp:post_parent')?.text ?? '', 10) || 0,
    type: readText({ fields }, 'wp:post_type'),
    title: fields.get('title')?.text ?? '',
  };
}

function createFault(source: XmlFile, code: string, text: string): Problem {
  return { code, severity: 'fault', file: source.file, line: 1 + source.skippedLines, column: 1, text };
}

/** Checks if the file has elements of the export's own namespace. */
export function isWxr({ root }: XmlFile): boolean {
  const channel = findChild(root, 'channel');
  const item = channel && findChild(channel, 'item');
  return [...(channel?.children ?? []), ...(item?.children ?? [])].some((child) =>
    WP_NAMESPACE.test(child.uri),
  );
}

/** Reports an RSS file that the importer wouldn't take. */
function checkChannel(source: XmlFile, channel: XmlElement | undefined): Problem | undefined {
  if (!channel)
    return createFault(
      source,
      'seed-not-wordpress',
      'The file is RSS without a <channel>. Export the page again under Tools → Export.',
    );
  const item = findChild(channel, 'item');
  const own = [...channel.children, ...(item?.children ?? [])].find((child) => WP_NAMESPACE.test(child.uri));
  if (!own) {
    return createFault(
      source,
      'seed-not-wordpress',
      'This is an RSS feed, not an export from WordPress. Export the page under Tools → Export.',
    );
  }
  if (!own.name.startsWith('wp:')) {
    const prefix = own.name.includes(':') ? `begin with "${own.name.split(':')[0]}:"` : 'have no prefix';
    return createFault(
      source,
      'seed-prefix',
      `The elements of WordPress ${prefix} here; the importer knows "wp:" only. Export the page again under Tools → Export.`,
    );
  }
  const text = readChildText(source.text, channel, 'wp:wxr_version');
  if (/^1\.[0-2]$/.test(text)) return undefined;
  return createFault(
    source,
    'seed-version',
    text === ''
      ? 'The file names no WXR version, so the importer would say "This does not appear to be a WXR file". Export the page again under Tools → Export.'
      : `The file says that it is WXR ${text}; versions 1.0, 1.1 and 1.2 are known. Export the page again with a current WordPress.`,
  );
}

/** Reads the outline of a well-formed RSS file as a WXR seed. */
export function readWxr(source: XmlFile, platform: string): SeedReading<WxrSeed> {
  const channel = findChild(source.root, 'channel');
  const fault = checkChannel(source, channel);
  if (fault || !channel) return { problems: fault ? [fault] : [] };
  const items = channel.children
    .filter((child) => child.name === 'item')
    .map((element) => readItem(source.text, element));
  if (items.length === 0) {
    return {
      problems: [
        createFault(
          source,
          'seed-no-record',
          'The export has no page: it has no <item>. Choose "Pages" (or the type of the page) under Tools → Export and export again.',
        ),
      ],
    };
  }
  const readChannel = (name: string) => readChildText(source.text, channel, name);
  return {
    problems: [],
    seed: {
      file: source.file,
      bytes: source.bytes,
      platform,
      format: `WXR ${readChannel('wp:wxr_version')}`,
      text: source.text,
      skippedLines: source.skippedLines,
      channel,
      items,
      baseUrl: trimEnd(
        readChannel('wp:base_blog_url') || readChannel('wp:base_site_url') || readChannel('link'),
        '/',
      ),
      exportDate: readChannel('pubDate'),
    },
  };
}
