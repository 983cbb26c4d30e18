/** A sample page as a document of its own, for the sandboxed frame: nothing in it runs. */

interface SampleContent {
  title: string;
  html: string;
}

const STYLE = [
  'body{margin:0 auto;max-width:72ch;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#0d1c20;background:#fff}',
  'img,video,iframe{max-width:100%;height:auto}',
  'table{border-collapse:collapse}td,th{border:1px solid #ccd5d9;padding:4px 8px}',
].join('');

/** @returns a whole HTML document; the content is as the page holds it, the title is escaped */
export function wrapSample({ title, html }: SampleContent): string {
  const safeTitle = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${safeTitle}</title><meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body><h1>${safeTitle}</h1>${html}</body></html>`;
}
