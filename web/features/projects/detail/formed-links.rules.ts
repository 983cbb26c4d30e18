/** Formed links as lines to look through: the ones that came with the project, or all of the file. Pure. */

export interface FormedLink {
  flink: string;
  url: string;
  label: string;
}

/** Links whose label, address or text holds what was typed, in any case. */
export function filterLinks(links: readonly FormedLink[], typed: string): readonly FormedLink[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return links;
  return links.filter(({ flink, url, label }) => `${label}\n${url}\n${flink}`.toLowerCase().includes(wanted));
}

const unescape = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/**
 * Reads the file of all links: one line for each page. Label and address are what a visitor would see
 * and follow; a line that is no link shows its text.
 */
export function readLinks(file: string): FormedLink[] {
  return file
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((flink) => {
      const url = /href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(flink);
      const label = flink.replaceAll(/<[^>]*>/g, ' ').trim();
      return {
        flink,
        url: unescape(url?.[1] ?? url?.[2] ?? url?.[3] ?? ''),
        label: unescape(label.replaceAll(/\s+/g, ' ')) || flink,
      };
    });
}

/** The part of an address in which links differ; the host is the same in all of them. */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]+(?=\/.)/i, '');
}
