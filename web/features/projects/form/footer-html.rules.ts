/**
 * What is broken in the HTML of a footer link: tags and quotes that are not closed, and closing tags
 * without an opening one. A browser repairs such markup in silence, and every link after it breaks.
 */

export interface HtmlFlaw {
  /** Places in the template, from 1. */
  line: number;
  column: number;
  text: string;
}

interface Tag {
  at: number;
  name: string;
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** HTML itself closes these. */
const CLOSED_BY_THEMSELVES = new Set(
  'p li dt dd tr td th thead tbody tfoot option optgroup colgroup rp rt html head body'.split(' '),
);
/** What is in these is no markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title']);
const MOST = 5;

/** Filters of a placeholder may hold quotes and angle brackets; all places stay. */
const hidePlaceholders = (template: string) =>
  template.replaceAll(/\[[^[\]]*\]/g, (text) => text.replaceAll(/[^\n]/g, '_'));

/** @returns at most the first five, from the beginning of the template */
export function findHtmlFlaws(template: string): HtmlFlaw[] {
  const text = hidePlaceholders(template);
  const open: Tag[] = [];
  const flaws: { at: number; text: string }[] = [];
  const found = { open, tell: (at: number, what: string) => flaws.push({ at, text: what }) };
  let at = text.indexOf('<');
  while (at >= 0) at = text.indexOf('<', readTag(text, at, found));
  for (const { name, at: place } of open) {
    if (!CLOSED_BY_THEMSELVES.has(name)) found.tell(place, tellOpen(name));
  }
  return flaws
    .sort((a, b) => a.at - b.at)
    .slice(0, MOST)
    .map((flaw) => ({ ...placeOf(template, flaw.at), text: flaw.text }));
}

const tellOpen = (name: string) => `<${name}> is not closed. Write </${name}> where it ends.`;

function placeOf(template: string, at: number): { line: number; column: number } {
  const before = template.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}

interface Found {
  open: Tag[];
  tell: (at: number, what: string) => void;
}

/** Reads what begins with the `<` there. @returns where to go on */
function readTag(text: string, at: number, found: Found): number {
  if (text.startsWith('<!--', at)) return readComment(text, at, found);
  const [, slash = '', written = ''] = /^<(\/?)([a-z][^\s/>"'=<]*)/i.exec(text.slice(at)) ?? [];
  // `a < b` is text.
  if (written === '') return at + 1;
  const name = written.toLowerCase();
  const end = findTagEnd(text, at + 1 + slash.length + written.length);
  if ('flaw' in end) {
    found.tell(end.at ?? at, tellUnended(end.flaw, `<${slash}${name}`));
    // What is meant to be in the tag cannot be told from what follows it.
    if (end.flaw === 'quote') {
      found.open.length = 0;
      return text.length;
    }
    if (slash === '') openTag(found, { at, name });
    else closeTag(found, { at, name });
    return end.next;
  }
  if (slash !== '') closeTag(found, { at, name });
  else if (!VOID.has(name)) openTag(found, { at, name });
  return slash === '' && RAW.has(name) ? findRawEnd(text, name, end.next) : end.next;
}

function readComment(text: string, at: number, { tell }: Found): number {
  const end = text.indexOf('-->', at + 4);
  if (end >= 0) return end + 3;
  tell(at, 'The comment is not closed. Write --> where it ends.');
  return text.length;
}

function tellUnended(flaw: 'quote' | 'tag', tag: string): string {
  return flaw === 'quote'
    ? `The quote that begins here in ${tag}> is not closed. Write the same quote where the value ends.`
    : `${tag} is not closed. Write > where the tag ends.`;
}

type TagEnd = { next: number } | { next: number; flaw: 'quote' | 'tag'; at?: number };

/** The `>` of a tag, past its quoted values. */
function findTagEnd(text: string, from: number): TagEnd {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '>') return { next: at + 1 };
    if (character === '<') return { next: at, flaw: 'tag' };
    const isQuote = (character === '"' || character === "'") && /=\s*$/.test(text.slice(from, at));
    if (!isQuote) continue;
    const end = text.indexOf(character, at + 1);
    // A value that ends where the next one begins, behind markup, was meant to end before.
    if (end < 0 || /<\/?[a-z].*=\s*$/is.test(text.slice(at + 1, end)))
      return { next: text.length, flaw: 'quote', at };
    at = end;
  }
  return { next: text.length, flaw: 'tag' };
}

function findRawEnd(text: string, name: string, from: number): number {
  const end = text.slice(from).search(new RegExp(`</${name}`, 'i'));
  return end < 0 ? text.length : from + end;
}

const openTag = ({ open }: Found, tag: Tag) => void (VOID.has(tag.name) || open.push(tag));

/** Closes the innermost tag of that name; what was opened within it and left open is reported. */
function closeTag({ open, tell }: Found, { at, name }: Tag): void {
  const index = open.findLastIndex((tag) => tag.name === name);
  if (index < 0) {
    tell(at, `</${name}> closes nothing. Remove it, or write <${name}> where it begins.`);
    return;
  }
  for (const left of open.splice(index).slice(1)) {
    if (CLOSED_BY_THEMSELVES.has(left.name)) continue;
    tell(left.at, `<${left.name}> is not closed before </${name}>. Write </${left.name}> there.`);
  }
}
