/** Renders an email as plain text and as HTML with the same words and at most one link. */

export interface Email {
  to: string;
  subject: string;
  /** First name in the greeting. */
  name?: string;
  paragraphs: readonly string[];
  action?: { text: string; url: string };
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

const SIGNATURE = 'Geoloom';
const COLOR = '#FE6432';

export function renderEmail({ subject, name, paragraphs, action }: Email): RenderedEmail {
  const greeting = name === undefined ? 'Hello,' : `Hello ${name},`;
  const lines = [greeting, ...paragraphs];
  const link = action === undefined ? [] : [`${action.text}:\n${action.url}`];
  return {
    subject,
    text: `${[...lines, ...link, SIGNATURE].join('\n\n')}\n`,
    html: renderHtml(subject, lines, action),
  };
}

function renderHtml(subject: string, lines: readonly string[], action: Email['action']): string {
  const texts = lines.map((line) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`);
  const button =
    action === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="background:${COLOR};border-radius:6px;color:#1a1a1a;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none">${escapeHtml(action.text)}</a></p>
<p style="color:#666;font-size:13px;margin:0 0 16px;word-break:break-all">${escapeHtml(action.url)}</p>`;
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="background:#fff;color:#1a1a1a;font:16px/1.5 system-ui,sans-serif;margin:0;padding:24px"><div style="margin:0 auto;max-width:560px">
${texts.join('\n')}
${button}
<p style="border-top:1px solid #ddd;color:#666;font-size:13px;margin:24px 0 0;padding-top:16px">${SIGNATURE}</p>
</div></body></html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
