/**
 * A mail catcher: an SMTP server that accepts every email, and a web page that shows the latest ones. Emails
 * stay in memory and never leave the machine.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { type Loopback, listenOnLoopback, unrefServer } from './loopback.ts';
import { type ReceivedMail, showList, showMail } from './mailbox-pages.ts';

export interface Mailbox extends Omit<Loopback, 'base'> {
  /** Value of SMTP_URL. */
  smtpUrl: string;
  /** URL of the web page. */
  address: string;
  /** Emails, oldest first. */
  mails: readonly ReceivedMail[];
  /** Rejects emails, like a server that is down. */
  setDown(isDown: boolean): void;
}

const MAX_MAILS = 200;
const MAIL_BYTES = 10 * 1024 * 1024;

/**
 * Starts both servers on loopback.
 * @param port of the web page; 0 for a free one
 */
export async function startMailbox(port = 0): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  let isDown = false;
  let count = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'any' }),
    size: MAIL_BYTES,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      const take = callbackify(async () => {
        if (isDown) throw Object.assign(new Error('The mailbox is down'), { responseCode: 451 });
        count += 1;
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push(await readMail(Buffer.concat(chunks), { id: count, to }));
        if (mails.length > MAX_MAILS) mails.shift();
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => take((error) => done(error)));
    },
  });
  const pages = createServer((request, response) => reply(request, response, mails));
  const [loopback] = await Promise.all([listenOnLoopback(pages, port), listen(smtp)]);
  return {
    smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    address: loopback.base,
    mails,
    setDown: (value) => {
      isDown = value;
    },
    unref: () => {
      unrefServer(smtp.server);
      loopback.unref();
    },
    close: async () => {
      await Promise.all([new Promise<void>((resolve) => smtp.close(() => resolve())), loopback.close()]);
    },
  };
}

function listen(smtp: SMTPServer): Promise<void> {
  return new Promise((resolve, reject) => {
    smtp.server.once('error', reject);
    smtp.listen(0, '127.0.0.1', resolve);
  });
}

async function readMail(bytes: Buffer, known: { id: number; to: string[] }): Promise<ReceivedMail> {
  const { from, subject = '', text = '', html = '' } = await PostalMime.parse(bytes);
  const sender = from?.address === undefined ? '' : `${from.name} <${from.address}>`;
  return { ...known, at: new Date(), from: sender, subject, text, html, source: bytes.toString('utf8') };
}

function reply(request: IncomingMessage, response: ServerResponse, mails: readonly ReceivedMail[]): void {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const [, id, part] = /^\/mails\/(\d+)(\/html)?$/.exec(pathname) ?? [];
  const mail = mails.find((each) => String(each.id) === id);
  if (pathname !== '/' && mail === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Email not found.');
    return;
  }
  // Shows the email in a frame, without scripts or remote content.
  const policy =
    part === undefined
      ? "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'"
      : "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-top-navigation-by-user-activation";
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  });
  if (mail === undefined) response.end(showList(mails));
  else
    response.end(
      part === undefined ? showMail(mail) : mail.html.replace('<head>', '<head><base target="_top">'),
    );
}
