/** Puts the stored document of a sample into the styles of its site. Scripts never run: the policy forbids them. */
import { BOX_STYLE, readSample } from './sample-page.rules.ts';

interface StyledElement {
  tag: string;
  attributes: Record<string, string>;
}

export interface SiteStyles {
  html: StyledElement;
  body: StyledElement;
  wrappers: StyledElement[];
  sheets: { css: string; media: string }[];
}

/** Shows content that scripts of the site would fade in. */
const REVEALED =
  '.elementor-invisible{visibility:visible!important}[data-aos]{opacity:1!important;transform:none!important}';

/** @param html as `wrapSample` wrote it */
export function styleSample(html: string, { styles, url }: { styles: SiteStyles; url: string }): string {
  const { head, title, content } = readSample(html);
  // Images of a page are on the site even if its links have no host.
  const base = head.includes('<base ') ? '' : `<base href="${escapeAttribute(url)}">`;
  const hasTitle = title !== '' && !/<h1[\s>]/i.test(content);
  const sheets = styles.sheets.map(({ css, media }) => writeStyle(css, media)).join('');
  const opened = styles.wrappers.map(openTag);
  const closed = styles.wrappers.map(({ tag }) => `</${tag}>`).toReversed();
  // The title is before the container of the content, as in themes.
  const container = opened.pop() ?? '';
  return [
    `<!doctype html>${openTag(styles.html)}<head>${head}${base}`,
    `${writeStyle(BOX_STYLE)}${sheets}${writeStyle(REVEALED)}</head>${openTag(styles.body)}`,
    ...opened,
    hasTitle ? `<h1 class="entry-title">${title}</h1>` : '',
    `${container}${content}`,
    ...closed,
    '</body></html>',
  ].join('');
}

/** Escapes `</`, so that a sheet can't close its element; CSS reads the escape as the same text. */
function writeStyle(css: string, media = ''): string {
  const attribute = media === '' ? '' : ` media="${escapeAttribute(media)}"`;
  return `<style${attribute}>${css.replaceAll('</', '<\\/')}</style>`;
}

function openTag({ tag, attributes }: StyledElement): string {
  const texts = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  return `<${tag}${texts.join('')}>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
