/** Sends mails over SMTP; the text of names and subjects never becomes a header of its own. */
import { createTransport } from 'nodemailer';
import { GatewayError } from './gateway-error.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** @throws GatewayError when the server of the mails does not take it */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in without sending anything. @throws GatewayError that says what failed */
  check(): Promise<void>;
}

/** Texts for error codes of nodemailer. */
const FAULTS: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server rejects the user or the password in SMTP_URL',
  EDNS: 'The host in SMTP_URL is unknown',
  ETLS: 'Couldn’t establish a TLS connection with the mail server in SMTP_URL',
  ETIMEDOUT: 'The mail server in SMTP_URL didn’t respond in time',
};

function explain(error: unknown): never {
  const { code = '', message } = error as { code?: string; message: string };
  const text = FAULTS[code] ?? 'Couldn’t reach the mail server in SMTP_URL';
  const kind = code === 'EAUTH' ? 'unauthorised' : 'down';
  throw new GatewayError(`${text}: ${message}.`, { service: 'mail', kind, cause: error });
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

/**
 * Each mail has a connection of its own: they are few, and none is left open when the server stops.
 * @param url of the SMTP server, `smtp://user:password@host:port` or `smtps://…`
 * @param from the address that they come from
 */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    check: async () => {
      await transport.verify().catch(explain);
    },
    async send({ to, subject, text, html }) {
      try {
        // As an object: an address is never read as a list of several.
        await transport.sendMail({ to: { name: '', address: to }, subject, text, html });
      } catch (error) {
        throw new GatewayError('Couldn’t send the email.', {
          service: 'mail',
          kind: 'down',
          cause: error,
        });
      }
    },
  };
}
