/** Finds invalid HTML in a footer link: browsers repair it silently, which breaks every link after it. */

export interface HtmlFlaw {
  /** Positions in the template, from 1. */
  line: number;
  column: number;
  text: string;
}

interface Tag {
  at: number;
  name: string;
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Elements that HTML closes implicitly. */
const CLOSED_BY_THEMSELVES = new Set(
  'p li dt dd tr td th thead tbody tfoot option optgroup colgroup rp rt html head body'.split(' '),
);
/** Elements whose content isn't markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title']);
const MAX_FLAWS = 5;

/** Masks placeholders, whose filters may contain quotes and angle brackets; positions stay the same. */
const hidePlaceholders = (template: string) =>
  template.replaceAll(/\[[^[\]]*\]/g, (text) => text.replaceAll(/[^\n]/g, '_'));

/** @returns the first five flaws at most, in order */
export function findHtmlFlaws(template: string): HtmlFlaw[] {
  const text = hidePlaceholders(template);
  const open: Tag[] = [];
  const flaws: { at: number; text: string }[] = [];
  const found = { open, report: (at: number, problem: string) => flaws.push({ at, text: problem }) };
  let at = text.indexOf('<');
  while (at >= 0) at = text.indexOf('<', readTag(text, at, found));
  for (const { name, at: place } of open) {
    if (!CLOSED_BY_THEMSELVES.has(name)) found.report(place, describeOpenTag(name));
  }
  return flaws
    .sort((a, b) => a.at - b.at)
    .slice(0, MAX_FLAWS)
    .map((flaw) => ({ ...toPlace(template, flaw.at), text: flaw.text }));
}

const describeOpenTag = (name: string) => `<${name}> is not closed. Write </${name}> where it ends.`;

function toPlace(template: string, at: number): { line: number; column: number } {
  const before = template.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
}

interface Found {
  open: Tag[];
  report: (at: number, what: string) => void;
}

/** Reads the markup that starts at this `<`. @returns position to continue at */
function readTag(text: string, at: number, found: Found): number {
  if (text.startsWith('<!--', at)) return readComment(text, at, found);
  const [, slash = '', written = ''] = /^<(\/?)([a-z][^\s/>"'=<]*)/i.exec(text.slice(at)) ?? [];
  // `a < b` is text.
  if (written === '') return at + 1;
  const name = written.toLowerCase();
  const end = findTagEnd(text, at + 1 + slash.length + written.length);
  if ('flaw' in end) {
    found.report(end.at ?? at, describeUnended(end.flaw, `<${slash}${name}`));
    // The end of the tag is unknown.
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

function readComment(text: string, at: number, { report }: Found): number {
  const end = text.indexOf('-->', at + 4);
  if (end >= 0) return end + 3;
  report(at, 'The comment is not closed. Write --> where it ends.');
  return text.length;
}

function describeUnended(flaw: 'quote' | 'tag', tag: string): string {
  return flaw === 'quote'
    ? `The quote that begins here in ${tag}> is not closed. Write the same quote where the value ends.`
    : `${tag} is not closed. Write > where the tag ends.`;
}

type TagEnd = { next: number } | { next: number; flaw: 'quote' | 'tag'; at?: number };

/** Finds the `>` of a tag, after its quoted values. */
function findTagEnd(text: string, from: number): TagEnd {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '>') return { next: at + 1 };
    if (character === '<') return { next: at, flaw: 'tag' };
    const isQuote = (character === '"' || character === "'") && /=\s*$/.test(text.slice(from, at));
    if (!isQuote) continue;
    const end = text.indexOf(character, at + 1);
    // A value that contains markup and ends where the next one begins is missing its closing quote.
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

/** Closes the innermost tag with that name; reports tags left open in it. */
function closeTag({ open, report }: Found, { at, name }: Tag): void {
  const index = open.findLastIndex((tag) => tag.name === name);
  if (index < 0) {
    report(at, `</${name}> has no opening tag. Remove it, or write <${name}> where it begins.`);
    return;
  }
  for (const left of open.splice(index).slice(1)) {
    if (CLOSED_BY_THEMSELVES.has(left.name)) continue;
    report(left.at, `<${left.name}> is not closed before </${name}>. Write </${left.name}> there.`);
  }
}
