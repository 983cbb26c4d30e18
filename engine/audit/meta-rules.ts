/**
 * What becomes of a meta value: WordPress unserializes what looks serialized and stores an empty text
 * when that fails, and page builders show an empty page when their JSON does not parse.
 */
import { META_KEY_BYTES } from '../limits.ts';
import { excerpt, type Finding, QUOTE_LENGTH } from './finding.ts';
import { looksSerialized, readSerialized } from './php-unserialize.ts';
import { exceedsBytes } from './text-length.ts';

/** Metas that belong to the one page they were made for; on a copy they do harm. */
export const OWN_METAS = new Set([
  '_edit_last',
  '_edit_lock',
  '_wp_old_slug',
  '_wp_old_date',
  '_elementor_css',
  '_elementor_element_cache',
  '_elementor_page_assets',
]);

/** Metas that a stub may carry: the importer drops them or they are remade. */
export const HARMLESS_METAS = new Set([
  '_edit_last',
  '_edit_lock',
  '_wp_attached_file',
  '_wp_attachment_metadata',
]);

const JSON_METAS = new Set(['_elementor_data', '_elementor_controls_usage']);
const JSON_START = /^\s*(?:\[\s*\{|\{\s*")/u;
const OTHER_CLASS = /O:\d+:"[^"]+":/gu;
const CUT_SERIALIZED = /^[aO]:\d+:\{/u;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return !/\\u[dD][89a-fA-F]/u.test(text) || isPaired(text);
  } catch {
    return false;
  }
}

/** PHP refuses half a surrogate pair in JSON, JavaScript does not. */
function isPaired(text: string): boolean {
  const rest = text
    .replaceAll('\\\\', '')
    .replaceAll(/\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/gu, '');
  return !/\\u[dD][89a-fA-F][\da-fA-F]{2}/u.test(rest);
}

/** Why JSON does not parse, in the words of the JavaScript engine, without its excerpt. */
function jsonFault(text: string): string {
  try {
    JSON.parse(text);
    return 'half of a surrogate pair';
  } catch (error) {
    return (error instanceof Error ? error.message : '')
      .replace(/, "?\.{0,3}[\s\S]*? is not valid JSON$/u, '')
      .slice(0, 120);
  }
}

/** Judges text that must be JSON; `what` begins the message. */
export function judgeJson(text: string, what: string, code: string): Finding[] {
  if (isJson(text)) return [];
  return [
    {
      code,
      severity: 'fault',
      text: `${what} is no valid JSON (${jsonFault(text)}): "${excerpt(text)}"; mend it in the seed.`,
      quote: text.slice(0, QUOTE_LENGTH),
    },
  ];
}

function serializedFinding(code: string, fault: string, value: string, loss: string): Finding {
  return {
    code,
    severity: 'fault',
    text: `${loss}: ${fault} in "${excerpt(value)}"; write the lengths anew.`,
    quote: value.slice(0, QUOTE_LENGTH),
  };
}

/** A text within a serialized value: serialized once more, JSON, or neither. */
function judgeInner(bytes: Uint8Array, from: number, to: number, findings: Finding[]): void {
  const first = bytes[from] ?? 0;
  const isNested = bytes[from + 1] === 0x3a;
  if (!isNested && first !== 0x5b && first !== 0x7b && first > 0x20) return;
  const text = decoder.decode(bytes.subarray(from, to));
  if (looksSerialized(text)) {
    const inner = encoder.encode(text.trim());
    const reading = readSerialized({ bytes: inner, from: 0, to: inner.length }, (start, end) =>
      judgeInner(inner, start, end, findings),
    );
    if (reading.fault !== undefined) {
      findings.push(
        serializedFinding(
          'meta-nested-broken',
          reading.fault,
          text,
          'a serialized text inside it does not unserialize',
        ),
      );
    }
  } else if (JSON_START.test(text)) {
    findings.push(...judgeJson(text, 'a text inside it', 'meta-json-broken'));
  }
}

function judgeSerialized(value: string): Finding[] {
  const text = value.trim();
  const bytes = encoder.encode(text);
  const findings: Finding[] = [];
  const reading = readSerialized({ bytes, from: 0, to: bytes.length }, (from, to) =>
    judgeInner(bytes, from, to, findings),
  );
  if (reading.fault !== undefined) {
    return [
      serializedFinding(
        'meta-serialized-broken',
        reading.fault,
        value,
        'WordPress cannot unserialize it and stores an empty text',
      ),
    ];
  }
  if (text.includes('O:')) findings.push(...judgeObjects(text, reading.hasObject));
  return findings;
}

/** The importer renames every class to stdClass, also where it stands in a text, whose length is then wrong. */
function judgeObjects(text: string, hasObject: boolean): Finding[] {
  const bytes = encoder.encode(text.replaceAll(OTHER_CLASS, 'O:8:"stdClass":'));
  const reading = readSerialized({ bytes, from: 0, to: bytes.length }, () => undefined);
  if (reading.fault !== undefined) {
    return [
      serializedFinding(
        'meta-object-in-text',
        reading.fault,
        text,
        'the importer renames what looks like a PHP class in its texts, cannot unserialize it then and stores an empty text',
      ),
    ];
  }
  if (!hasObject) return [];
  return [
    {
      code: 'meta-object',
      severity: 'notice',
      text: 'it holds a PHP object; the importer makes a plain stdClass of it.',
    },
  ];
}

/**
 * Judges one `wp:postmeta`.
 * @param key as written
 * @param value as written
 */
export function judgeMeta(key: string, value: string): Finding[] {
  const findings: Finding[] = [];
  if (exceedsBytes(key, META_KEY_BYTES)) {
    findings.push({
      code: 'meta-key-long',
      severity: 'fault',
      text: `its name has more than ${META_KEY_BYTES} bytes, so WordPress drops it; shorten the name.`,
    });
  }
  if (looksSerialized(value)) findings.push(...judgeSerialized(value));
  else if (JSON_METAS.has(key) ? value !== '' : JSON_START.test(value))
    findings.push(...judgeJson(value, 'it', 'meta-json-broken'));
  else if (CUT_SERIALIZED.test(value)) {
    findings.push({
      code: 'meta-serialized-cut',
      severity: 'notice',
      text: `it begins like a serialized value but is none: "${excerpt(value)}"; see that it is whole.`,
    });
  }
  return findings;
}
