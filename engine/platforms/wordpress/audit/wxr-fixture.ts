/** Test only: writes small WXR files by hand, so that a test breaks exactly one thing. */
import { audit as wordpressAudit } from './wordpress-audit.ts';
import type { PartAuditOptions } from '../../../verify/platform-audit.ts';
import { checkParts } from './check-parts.ts';
import type { Expectation, Verdict } from '../../../verify/platform-audit.ts';
import type { PartAudit } from './part-audit.ts';

export interface ItemSpec {
  title?: string;
  guid?: string;
  creator?: string;
  content?: string;
  excerpt?: string;
  id?: number | string;
  date?: string;
  gmt?: string;
  slug?: string;
  status?: string;
  parent?: number | string;
  type?: string;
  metas?: readonly (readonly [string, string])[];
  comments?: number;
  /** Leaves to leave out: `wp:post_name`. */
  without?: readonly string[];
  /** Raw XML at the end of the item. */
  extra?: string;
}

export interface FileSpec {
  /** Raw text before everything. */
  before?: string;
  declaration?: string;
  version?: string;
  root?: string;
  authors?: readonly string[];
  channel?: string;
}

const ROOT = [
  '<rss version="2.0"',
  'xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:wp="http://wordpress.org/export/1.2/">',
].join('\n\t');

export function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

let serial = 0;

/** One item that is imported as it is; each call gives another id, slug, guid and date. */
export function item(spec: ItemSpec = {}): string {
  serial += 1;
  const { id = 1000 + serial, slug = `town-${serial}`, metas = [], comments = 0, without = [] } = spec;
  const second = `${String(serial % 24).padStart(2, '0')}:${String(serial % 60).padStart(2, '0')}:21`;
  const { date = `2024-03-${String((serial % 28) + 1).padStart(2, '0')} ${second}` } = spec;
  const leaves: [string, string][] = [
    ['title', cdata(spec.title ?? `Town ${serial}`)],
    ['dc:creator', cdata(spec.creator ?? 'admin')],
    ['guid', spec.guid ?? `https://site.example/?geoloom=${serial}`],
    ['content:encoded', cdata(spec.content ?? '<p>Text</p>')],
    ['excerpt:encoded', cdata(spec.excerpt ?? '')],
    ['wp:post_id', String(id)],
    ['wp:post_date', cdata(date)],
    ['wp:post_date_gmt', cdata(spec.gmt ?? date)],
    ['wp:comment_status', cdata('closed')],
    ['wp:ping_status', cdata('closed')],
    ['wp:post_name', cdata(slug)],
    ['wp:status', cdata(spec.status ?? 'publish')],
    ['wp:post_parent', String(spec.parent ?? 0)],
    ['wp:menu_order', '0'],
    ['wp:post_type', cdata(spec.type ?? 'page')],
    ['wp:post_password', cdata('')],
    ['wp:is_sticky', '0'],
  ];
  const lines = leaves
    .filter(([name]) => !without.includes(name))
    .map(([name, text]) => `<${name}>${text}</${name}>`);
  for (const [key, value] of metas) {
    lines.push(
      `<wp:postmeta>\n<wp:meta_key>${cdata(key)}</wp:meta_key>\n<wp:meta_value>${cdata(value)}</wp:meta_value>\n</wp:postmeta>`,
    );
  }
  for (let comment = 1; comment <= comments; comment += 1) {
    lines.push(
      `<wp:comment><wp:comment_id>${comment}</wp:comment_id><wp:comment_content>Hi</wp:comment_content></wp:comment>`,
    );
  }
  return `<item>\n${lines.join('\n')}\n${spec.extra ?? ''}</item>`;
}

/** A whole file around items. */
export function wxr(items: readonly string[], spec: FileSpec = {}): string {
  const authors = (spec.authors ?? ['admin']).map(
    (login) => `<wp:author><wp:author_login>${login}</wp:author_login></wp:author>`,
  );
  const version = spec.version ?? '<wp:wxr_version>1.2</wp:wxr_version>';
  const head = `${spec.before ?? ''}${spec.declaration ?? '<?xml version="1.0" encoding="UTF-8" ?>\n'}`;
  const channel = [
    '<channel>',
    '<title>Site</title>',
    version,
    ...authors,
    spec.channel ?? '',
    ...items,
    '</channel>',
  ];
  return `${head}${spec.root ?? ROOT}\n${channel.join('\n')}\n</rss>\n`;
}

/** Audits text or bytes, cut into chunks. */
export function auditText(
  text: string | Uint8Array,
  options: Partial<PartAuditOptions> & { chunk?: number } = {},
): PartAudit {
  const { chunk = 1 << 20, ...rest } = options;
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const audit = wordpressAudit.create({ file: 'part.xml', ...rest });
  for (let at = 0; at < bytes.length; at += chunk) audit.push(bytes.subarray(at, at + chunk));
  return audit.end();
}

/** Verdict over files made of these items, one list of items a file. */
export function check(files: readonly (readonly string[])[], expectation?: Partial<Expectation>): Verdict {
  const parts = files.map((items, index) => auditText(wxr(items), { file: `part-${index + 1}.xml` }));
  return checkParts(
    parts,
    expectation === undefined ? undefined : { pages: files.flat().length, ...expectation },
  );
}

/** Codes of the problems of one severity, as a set in order. */
export function codes(verdict: Pick<Verdict, 'problems'>, severity?: string): string[] {
  const chosen = verdict.problems.filter(
    (problem) => severity === undefined || problem.severity === severity,
  );
  return [...new Set(chosen.map((problem) => problem.code))];
}
