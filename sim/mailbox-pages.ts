/** Pages of the mailbox: the list of emails, and one email. */
import { NO_ICON } from './loopback.ts';

export interface ReceivedMail {
  id: number;
  at: Date;
  /** Recipients of the envelope. */
  to: string[];
  from: string;
  subject: string;
  text: string;
  html: string;
  /** The raw message, with all headers. */
  source: string;
}

const STYLE = `body{color:#1a1a1a;font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:960px;padding:24px}
a{color:#b23c0c}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ddd;padding:8px;text-align:left}
iframe{border:1px solid #ddd;height:420px;width:100%}pre{background:#f6f6f6;overflow-wrap:anywhere;padding:16px;white-space:pre-wrap}
@media (prefers-color-scheme:dark){body{background:#161616;color:#eee}a{color:#ff9d75}td,th{border-color:#444}pre{background:#222}iframe{background:#fff}}`;

export function showList(mails: readonly ReceivedMail[]): string {
  const rows = mails
    .toReversed()
    .map(
      ({ id, at, to, subject }) =>
        `<tr><td><a href="/mails/${id}">${escapeHtml(subject)}</a></td><td>${escapeHtml(to.join(', '))}</td><td>${at.toLocaleTimeString('en-US')}</td></tr>`,
    );
  const table = `<table><thead><tr><th>Subject</th><th>To</th><th>Time</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return page('Mailbox (simulated)', mails.length === 0 ? '<p>No mails yet. Reload this page.</p>' : table);
}

export function showMail({ id, from, to, subject, text }: ReceivedMail): string {
  return page(
    subject,
    `<p><a href="/">All mails</a></p><p>From ${escapeHtml(from)}<br>To ${escapeHtml(to.join(', '))}</p>
<iframe title="The mail" src="/mails/${id}/html" sandbox="allow-popups allow-top-navigation-by-user-activation"></iframe>
<h2>Plain text</h2><pre>${linkUrls(escapeHtml(text))}</pre>`,
  );
}

function page(title: string, body: string): string {
  const name = escapeHtml(title);
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${NO_ICON}<title>${name}</title><style>${STYLE}</style></head><body><main><h1>${name}</h1>${body}</main></body></html>`;
}

function linkUrls(html: string): string {
  return html.replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
