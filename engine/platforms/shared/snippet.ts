/**
 * Likely search snippet of a page: the title and description that its SEO plugin would produce,
 * with the plugin's variables resolved as far as the file contains their values.
 */
import { cutText } from '../../text/cut-text.ts';
import { readVisibleText } from '../../text/html-reference.ts';

/** Variables by their names in lower case; one without a value is dropped. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Placeholder for the separator until all is resolved; leading, trailing and repeated ones are removed. */
const SEPARATOR = '\u0000';
/** Separators between a title and the name of a site. */
const WRITTEN_SEPARATOR = '[|–—·»-]';
const DANGLING = new RegExp(String.raw`^\s*${WRITTEN_SEPARATOR}\s+|\s+${WRITTEN_SEPARATOR}\s*$`, 'g');
const REPEATED = new RegExp(String.raw`(\s${WRITTEN_SEPARATOR})(?:\s+${WRITTEN_SEPARATOR})+(?=\s|$)`, 'g');
/** Approximate number of characters that a search engine shows. */
const MAX_DESCRIPTION = 156;
/** Code that visitors don't read: shortcodes, blocks and templates. */
const CODE = /<!--[^]*?-->|\[\/?[a-z][\w-]*(?:\s[^[\]]*)?\]|\{\{[^{}]*\}\}|\{%[^{}]*%\}/gi;
const BLOCK_END = /<\/(?:p|h[1-6]|li|div|td|th|section|blockquote)\s*>|<br\b[^<>]*>/gi;

export interface VariableForm {
  /** Its first matching group is the name. */
  pattern: RegExp;
  separator: string;
  /** Looks up a name that isn't among the variables: a field of the page. */
  find?: (name: string) => string | undefined;
  /** Leaves an unknown name as it is written. */
  keepsUnknown?: true;
}

/** @param text as the plugin has it, such as `%%title%% %%sep%% %%sitename%%` */
export function resolveVariables(text: string, variables: Variables, form: VariableForm): string {
  let hasGap = false;
  const resolved = text.replaceAll(form.pattern, (whole: string, ...rest: unknown[]) => {
    // the offset and the whole text follow the groups
    const name = (rest.slice(0, -2).find((group) => typeof group === 'string') ?? '').toLowerCase();
    if (/^sep(?:arator(?:_sa)?)?$/.test(name)) return SEPARATOR;
    const value = Object.hasOwn(variables, name) ? variables[name] : form.find?.(name);
    const isKnown = Object.hasOwn(variables, name) || value !== undefined;
    const written = value ?? (form.keepsUnknown && !isKnown ? whole : '');
    hasGap ||= written === '';
    return written;
  });
  const joined = joinSeparated(resolved, form.separator);
  return hasGap ? joined.replaceAll(REPEATED, '$1').replaceAll(DANGLING, '').trim() : joined;
}

function joinSeparated(text: string, separator: string): string {
  const parts = text.split(SEPARATOR).map((part) => part.replaceAll(/\s+/g, ' ').trim());
  return parts.filter((part) => part !== '').join(` ${separator} `);
}

/** @param siteName empty if unknown */
export function joinTitle(title: string, separator: string, siteName: string): string {
  return [title, siteName].filter((part) => part !== '').join(` ${separator} `);
}

/** The beginning of a page's text, which search engines show if the page has no description. */
export function describeContent(html: string): string {
  const text = readVisibleText(html.replaceAll(CODE, ' ').replaceAll(BLOCK_END, (end) => `${end} `));
  return shortenText(text);
}

/** Cuts a text between two words to the length that search engines show. */
function shortenText(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MAX_DESCRIPTION) return line;
  const cut = cutText(line, MAX_DESCRIPTION - 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > MAX_DESCRIPTION / 2 ? end : cut.length).replace(/[\s,;:–-]+$/, '')}…`;
}
