/** Settings of SEO modules within a text with other data: serialized by PHP or as JSON. */
import { readPhpStrings } from './php/scan-php.ts';

/** Replaces a range of a decoded text. */
export interface TextEdit {
  from: number;
  to: number;
  text: string;
}

export interface SeoSetting {
  kind: 'canonical' | 'noindex';
  /** URL if the setting is one. */
  value: string;
  /** Empty if no edit is safe. */
  edits: readonly TextEdit[];
}

interface Rule {
  pattern: RegExp;
  text: (found: string) => string;
}

const ROBOTS = String.raw`"[^"[\]]*\bnoindex\b[^"[\]]*"`;
const NOINDEX_RULES: readonly Rule[] = [
  // an entry of a serialized list
  { pattern: /(?<=i:\d{1,3};)s:7:"noindex";/g, text: () => 's:5:"index";' },
  // a serialized setting
  {
    pattern: /(?<=s:\d{1,3}:"[\w-]{0,40}noindex";)(?:i:1|b:1|s:\d+:"(?:1|on|yes|true|noindex)");/g,
    text: (value) => (value.startsWith('s') ? 's:0:"";' : `${value[0]}:0;`),
  },
  { pattern: new RegExp(String.raw`(?<=s:6:"robots";)s:\d+:${ROBOTS};`, 'g'), text: () => 's:0:"";' },
  {
    pattern: /(?<="[\w-]{0,40}noindex"\s{0,9}:\s{0,9})(?:true|1|"(?:1|on|yes|true|noindex)")/g,
    text: (value) => (value === 'true' ? 'false' : value === '1' ? '0' : '""'),
  },
  { pattern: new RegExp(String.raw`(?<="robots"\s{0,9}:\s{0,9})${ROBOTS}`, 'g'), text: () => '""' },
  // a tag as JSON
  {
    pattern: new RegExp(
      String.raw`(?<="name"\s{0,9}:\s{0,9}"robots"\s{0,9},\s{0,9}"content"\s{0,9}:\s{0,9})${ROBOTS}`,
      'g',
    ),
    text: () => '"index"',
  },
  // an entry of a JSON list
  { pattern: /(?<=[[,]\s{0,9})"noindex"(?=\s{0,9}[\],])/g, text: () => '"index"' },
];
const CANONICAL_RULES: readonly Rule[] = [
  {
    pattern: /(?<=s:\d{1,3}:"canonical(?:_ur[il])?";)s:\d+:"(?:https?:)?\/[^"[\]]*";/g,
    text: () => 's:0:"";',
  },
  {
    pattern:
      /(?<="canonical(?:_?[Uu]r[il])?"\s{0,9}:\s{0,9}|"rel"\s{0,9}:\s{0,9}"canonical"\s{0,9},\s{0,9}"href"\s{0,9}:\s{0,9})"(?:https?:)?\\?\/[^"[\]]*"/g,
    text: () => '""',
  },
];

function applyEdits(value: string, edits: readonly TextEdit[]): string {
  return edits.reduceRight(
    (text, { from, to, text: by }) => text.slice(0, from) + by + text.slice(to),
    value,
  );
}

function findKind(kind: SeoSetting['kind'], value: string, rules: readonly Rule[]): SeoSetting[] {
  const edits = rules
    .flatMap(({ pattern, text }) =>
      [...value.matchAll(pattern)].map(({ 0: found, index }) => ({
        from: index,
        to: index + found.length,
        text: text(found),
      })),
    )
    .toSorted((a, b) => a.from - b.from);
  const [first] = edits;
  if (!first) return [];
  const quoted = value.slice(first.from, first.to).replaceAll('\\', '');
  // the length of a string around another serialized value would no longer be right
  const isSafe = !readPhpStrings(value) || readPhpStrings(applyEdits(value, edits)) !== undefined;
  return [{ kind, value: /"([^"]*)"/.exec(quoted)?.[1] ?? '', edits: isSafe ? edits : [] }];
}

/** Finds settings that would hide or merge the pages, each kind once. */
export function findSeoSettings(value: string): SeoSetting[] {
  return [...findKind('noindex', value, NOINDEX_RULES), ...findKind('canonical', value, CANONICAL_RULES)];
}
