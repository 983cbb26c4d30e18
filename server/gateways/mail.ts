/** Sends emails over SMTP. Names and subjects can't inject headers. */
import { createTransport } from 'nodemailer';
import { GatewayError } from './gateway-error.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** @throws GatewayError if the mail server doesn't accept the email */
  send(mail: Mail): Promise<void>;
  /** Connects and signs in without sending anything. @throws GatewayError with the reason */
  check(): Promise<void>;
}

/** Messages by error code of nodemailer. */
const FAULTS: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server rejects the user or the password in SMTP_URL',
  EDNS: 'The host in SMTP_URL is unknown',
  ETLS: 'Couldn’t establish a TLS connection with the mail server in SMTP_URL',
  ETIMEDOUT: 'The mail server in SMTP_URL didn’t respond in time',
};

function throwMailError(error: unknown): never {
  const { code = '', message } = error as { code?: string; message: string };
  const text = FAULTS[code] ?? 'Couldn’t reach the mail server in SMTP_URL';
  const kind = code === 'EAUTH' ? 'unauthorized' : 'down';
  throw new GatewayError(`${text}: ${message}.`, { service: 'mail', kind, cause: error });
}

const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 30_000;

/**
 * Creates a mailer that opens a connection per email: there are few emails, and no connection stays open when
 * the server stops.
 * @param url SMTP server, `smtp://user:password@host:port` or `smtps://…`
 * @param from address of the sender
 */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: IDLE_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    check: async () => {
      await transport.verify().catch(throwMailError);
    },
    async send({ to, subject, text, html }) {
      try {
        // As an object, so that the address is never parsed as a list.
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
