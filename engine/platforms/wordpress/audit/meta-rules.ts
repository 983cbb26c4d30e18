/**
 * Checks meta values: WordPress unserializes what looks serialized and stores an empty text if that fails, and page
 * builders show an empty page if their JSON is malformed.
 */
import { wxrLimits } from '../../shared/wxr/limits.ts';
import { excerpt, type Finding, notice, QUOTE_LENGTH } from '../../../verify/finding.ts';
import { looksSerialized, readSerialized, type SerializedReading, trimPhp } from './php-unserialize.ts';
import { exceedsCharacters } from './text.ts';

/** Metas that belong to a single page and damage a copy of it. */
export const OWN_METAS = new Set([
  '_edit_last',
  '_edit_lock',
  '_wp_old_slug',
  '_wp_old_date',
  '_elementor_css',
  '_elementor_element_cache',
  '_elementor_page_assets',
]);

/** Metas that a stub may have: the importer drops them or WordPress generates them again. */
export const HARMLESS_METAS = new Set([
  '_edit_last',
  '_edit_lock',
  '_wp_attached_file',
  '_wp_attachment_metadata',
]);

const JSON_METAS = new Set(['_elementor_data', '_elementor_controls_usage']);
const JSON_START = /^\s*(?:\[\s*\{|\{\s*")/u;
const SEED_JSON = { code: 'malformed-meta-json', isExcusable: true } as const;
const OTHER_CLASS = /O:\d+:"[^"]+":/gu;
const CUT_SERIALIZED = /^[aO]:\d+:\{/u;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return !(text.includes('\\ud') || text.includes('\\uD')) || isPaired(text);
  } catch {
    return false;
  }
}

/** PHP rejects half of a surrogate pair in JSON, JavaScript accepts it. */
function isPaired(text: string): boolean {
  const rest = text
    .replaceAll('\\\\', '')
    .replaceAll(/\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/gu, '');
  return !/\\u[dD][89a-fA-F][\da-fA-F]{2}/u.test(rest);
}

/** The JavaScript engine's reason why JSON is malformed, without its excerpt. */
function jsonFault(text: string): string {
  try {
    JSON.parse(text);
    return 'half of a surrogate pair';
  } catch (error) {
    return (error instanceof Error ? error.message : '')
      .replace(/, "?\.{0,3}[\s\S]*? is not valid JSON$/u, '')
      .slice(0, 120)
      .toWellFormed();
  }
}

/** Checks text that must be JSON; `what` begins the message. */
export function checkJson(
  text: string,
  what: string,
  kind: Pick<Finding, 'code' | 'isExcusable'>,
): Finding[] {
  if (isJson(text)) return [];
  return [
    {
      ...kind,
      severity: 'fault',
      text: `${what} isn’t valid JSON (${jsonFault(text)}): "${excerpt(text)}"; fix it in the seed.`,
      quote: text.slice(0, QUOTE_LENGTH),
    },
  ];
}

const LOSSES = {
  'malformed-serialized-meta': 'WordPress can’t unserialize it, so it stores an empty value',
  'text-after-serialized-meta': 'WordPress drops the text after the value',
  'malformed-nested-meta': 'WordPress can’t unserialize a text inside it',
  'meta-object-in-text':
    'the importer renames the PHP class names in its texts, so WordPress can’t unserialize it and stores an empty value',
} as const;

function serializedFinding(code: keyof typeof LOSSES, fault: string, value: string): Finding {
  return {
    code,
    severity: 'fault',
    text: `${LOSSES[code]}: ${fault} in "${excerpt(value)}"; correct the lengths.`,
    quote: value.slice(0, QUOTE_LENGTH),
  };
}

/** Reads a serialized text with everything serialized inside it; reports what breaks, innermost first. */
function checkLevels(value: string, code: keyof typeof LOSSES, findings: Finding[]): SerializedReading {
  const bytes = encoder.encode(trimPhp(value));
  const reading = readSerialized({ bytes, from: 0, to: bytes.length }, (from, to) => {
    if (!mayBeNested(bytes, from)) return;
    const inner = decoder.decode(bytes.subarray(from, to));
    if (looksSerialized(inner)) checkLevels(inner, 'malformed-nested-meta', findings);
    else if (JSON_START.test(inner)) findings.push(...checkJson(inner, 'a text inside it', SEED_JSON));
  });
  if (reading.fault !== undefined) findings.push(serializedFinding(code, reading.fault, value));
  if (reading.tail > 0)
    findings.push(
      serializedFinding(
        'text-after-serialized-meta',
        `${reading.tail} ${reading.tail === 1 ? 'byte follows' : 'bytes follow'} it`,
        value,
      ),
    );
  return reading;
}

/** A cheap look at the first two bytes: `a:`, `[`, `{` or a space before one of them. */
function mayBeNested(bytes: Uint8Array, from: number): boolean {
  const first = bytes[from] ?? 0;
  return bytes[from + 1] === 0x3a || first === 0x5b || first === 0x7b || first <= 0x20;
}

function checkSerialized(value: string): Finding[] {
  const findings: Finding[] = [];
  const reading = checkLevels(value, 'malformed-serialized-meta', findings);
  if (reading.fault === undefined && value.includes('O:'))
    findings.push(...checkObjects(trimPhp(value), reading));
  return findings;
}

/** The importer renames every class to stdClass, also where it is in a text, whose length is then wrong. */
function checkObjects(text: string, { hasObject }: SerializedReading): Finding[] {
  const bytes = encoder.encode(text.replaceAll(OTHER_CLASS, 'O:8:"stdClass":'));
  const renamed = readSerialized({ bytes, from: 0, to: bytes.length }, () => undefined);
  if (renamed.fault !== undefined) return [serializedFinding('meta-object-in-text', renamed.fault, text)];
  if (!hasObject) return [];
  const harm =
    'it contains a PHP object, which the importer turns into a plain stdClass; use an array instead.';
  return [notice('meta-object', harm)];
}

/** Elementor reads a list or an object; of anything else it makes an empty page. */
function checkElementor(value: string): Finding[] {
  if (value === '') return [];
  const findings = checkJson(value, 'it', { code: 'malformed-meta-json' });
  if (findings.length > 0 || /^\s*[[{]/u.test(value)) return findings;
  const text = `it is JSON but not a list or an object, so Elementor shows an empty page: "${excerpt(value)}"; fix it in the seed.`;
  return [{ code: 'malformed-meta-json', severity: 'fault', text, quote: value.slice(0, QUOTE_LENGTH) }];
}

function checkKey(key: string): Finding[] {
  // PHP takes "0" for empty
  if (key === '' || key === '0') {
    const text = 'it has no key, so the importer drops it; add one.';
    return [{ code: 'meta-key-empty', severity: 'fault', text }];
  }
  if (!exceedsCharacters(key, wxrLimits.metaKeyBytes)) return [];
  const text = `its key has more than ${wxrLimits.metaKeyBytes} characters, so WordPress drops it; shorten the key.`;
  return [{ code: 'meta-key-long', severity: 'fault', text }];
}

/**
 * Checks one `wp:postmeta`.
 * @param key as written
 * @param value as written
 */
export function checkMeta(key: string, value: string): Finding[] {
  const findings = checkKey(key);
  if (looksSerialized(value)) findings.push(...checkSerialized(value));
  else if (JSON_METAS.has(key)) findings.push(...checkElementor(value));
  else if (JSON_START.test(value)) findings.push(...checkJson(value, 'it', SEED_JSON));
  else if (CUT_SERIALIZED.test(value)) {
    const text = `it starts like a serialized value but is incomplete: "${excerpt(value)}"; export it again.`;
    const cut = notice('truncated-serialized-meta', text);
    findings.push({ ...cut, quote: value.slice(0, QUOTE_LENGTH), isExcusable: true });
  }
  // Elementor shows an empty page for malformed data, whether or not the seed has it
  return JSON_METAS.has(key)
    ? findings.map(({ isExcusable: _isExcusable, ...finding }) => finding)
    : findings;
}
