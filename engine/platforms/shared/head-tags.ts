/** Tags in HTML that belong to one page: canonical links, noindex, redirects. */

export interface HeadTag {
  kind: 'canonical' | 'noindex' | 'redirect';
  /** URL where the tag has one. */
  value: string;
  from: number;
  to: number;
}

const TAG = /<!--|-->|<(?:link|meta)\b[^<>]*>/gi;

/** Value of an attribute; a builder's JSON has a backslash before each quote and slash. */
function readAttribute(tag: string, name: string): string {
  const found = new RegExp(`[\\s"']${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
}

function readTag(written: string): Pick<HeadTag, 'kind' | 'value'> | undefined {
  const tag = written.replaceAll('\\', '');
  if (/^<link/i.test(tag)) {
    const isCanonical = /(?:^|\s)canonical(?:\s|$)/i.test(readAttribute(tag, 'rel'));
    const value = readAttribute(tag, 'href');
    return isCanonical && value !== '' ? { kind: 'canonical', value } : undefined;
  }
  const content = readAttribute(tag, 'content');
  const isRobots = /^(?:robots|googlebot|bingbot)$/i.test(readAttribute(tag, 'name'));
  if (isRobots && /\b(?:noindex|none)\b/i.test(content)) return { kind: 'noindex', value: '' };
  if (!/^refresh$/i.test(readAttribute(tag, 'http-equiv'))) return undefined;
  const value = /^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1]?.trim();
  return value === undefined ? undefined : { kind: 'redirect', value };
}

/** Finds tags outside of comments; a tag with a placeholder differs from page to page. */
export function findHeadTags(text: string): HeadTag[] {
  const tags: HeadTag[] = [];
  let isInComment = false;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    if (tag === '<!--' || tag === '-->') isInComment = tag === '<!--';
    else if (!isInComment && !tag.includes('[')) {
      const found = readTag(tag);
      if (found) tags.push({ ...found, from: index, to: index + tag.length });
    }
  }
  return tags;
}
