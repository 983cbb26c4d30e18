/** Links that are sent to the address of a person: one resets the password, one confirms the address. */
import { toEmailKey } from '#contract/fields.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { AppError } from '../../app-error.ts';
import { formatTimestamp } from '#contract/format-timestamp.ts';
import type { LetterSource, Outbox } from '../mail/mail.service.ts';
import type { MailedTokens } from '../mail/mailed-tokens.service.ts';
import { LINK_LIVES } from './account.rules.ts';
import { deleteLink, findLink, insertLink } from './mailed-links.store.ts';

export type LinkKind = 'reset' | 'verify';
export type LinkedPerson = NonNullable<Awaited<ReturnType<typeof findLink>>>;

type UsedLink = Pick<Parameters<typeof insertLink>[1], 'nonce' | 'token_hash' | 'expires_at'>;

interface Needs {
  db: Db;
  clock: () => Date;
  outbox: Outbox;
  mailedTokens: MailedTokens;
  /** Where people open the application; never what a request says. */
  publicUrl: () => string;
}

export interface MailedLinksService {
  /** Earlier links of the kind are void. Nothing is sent where nobody has the address. */
  send(trx: Trx, kind: LinkKind, emailKey: string): Promise<void>;
  /** Like `send`, for a caller who has opened another link from the same mailbox. @returns the token */
  issue(trx: Trx, kind: LinkKind, emailKey: string): Promise<string>;
  /** Like `issue`. @returns the link that resets the password */
  issueReset(trx: Trx, email: string): Promise<{ url: string; expiresAt: Date }>;
  /** @throws AppError `invalid` for a link that is no longer valid */
  find(kind: LinkKind, token: string): Promise<LinkedPerson>;
  /** @returns the owner of a used link to an address that is confirmed now, by this link or another */
  findConfirmed(token: string): Promise<LinkedPerson | undefined>;
  /** Stores the link that confirmed a new address, for a user who opens it again. */
  keepUsed(trx: Trx, emailKey: string, link: UsedLink): Promise<void>;
  /** Uses it. @throws AppError `invalid` if it was used in the meantime */
  take(trx: Trx, link: LinkedPerson): Promise<void>;
  /** The error for an invalid link. */
  refuse(): AppError;
  letters: Readonly<Record<LinkKind, LetterSource>>;
}

const PASSWORD_RESET = [
  'Reset your Geoloom password',
  'reset the password of your account',
  'your password stays as it is',
  'Reset password',
] as const;
const FIRST_PASSWORD = [
  'Set your Geoloom password',
  'set a password for your account, which has none',
  'your account stays without a password',
  'Set a password',
] as const;
const VOID = 'This link is no longer valid. Ask for a new one.';

export function createMailedLinks(needs: Needs): MailedLinksService {
  const { db, clock, outbox, mailedTokens, publicUrl } = needs;
  const findBy = async (kind: LinkKind, nonce: string) => {
    const link = await findLink(db, { kind, nonce });
    if (link === undefined || link.expires_at <= clock()) return undefined;
    return { ...link, token: mailedTokens.toToken(link) };
  };
  const insert = async (trx: Trx, kind: LinkKind, emailKey: string) => {
    const token = mailedTokens.create();
    const expiresAt = new Date(clock().getTime() + LINK_LIVES[kind]);
    await insertLink(trx, { kind, emailKey, ...token, expires_at: expiresAt });
    return { ...token, expiresAt };
  };
  const toResetUrl = (email: string, token: string) =>
    `${publicUrl()}/password-reset?${new URLSearchParams({ token, email }).toString()}`;
  return {
    send: async (trx, kind, emailKey) =>
      outbox.send(trx, { kind, id: (await insert(trx, kind, emailKey)).nonce }),
    issue: async (trx, kind, emailKey) => mailedTokens.toToken(await insert(trx, kind, emailKey)),
    async issueReset(trx, email) {
      const { expiresAt, ...link } = await insert(trx, 'reset', toEmailKey(email));
      return { url: toResetUrl(email, mailedTokens.toToken(link)), expiresAt };
    },
    async find(kind, token) {
      const link = await findLink(db, { kind, token_hash: mailedTokens.hash(token) });
      if (link === undefined || link.expires_at <= clock()) throw refuse();
      return link;
    },
    async findConfirmed(token) {
      const link = await findLink(db, { kind: 'verify', token_hash: mailedTokens.hash(token) });
      return link?.email_verified_at === null ? undefined : link;
    },
    keepUsed: (trx, emailKey, { nonce, token_hash, expires_at }) =>
      insertLink(trx, { kind: 'verify', emailKey, nonce, token_hash, expires_at }),
    async take(trx, { nonce }) {
      if (!(await deleteLink(trx, nonce))) throw refuse();
    },
    refuse,
    letters: {
      async reset(nonce) {
        const link = await findBy('reset', nonce);
        if (link === undefined) return undefined;
        const [subject, asked, otherwise, text] =
          link.password_hash === null ? FIRST_PASSWORD : PASSWORD_RESET;
        return {
          to: link.email,
          subject,
          name: link.first_name,
          paragraphs: [
            `Someone, probably you, asked to ${asked}. The link works once, until ${formatTimestamp(link.expires_at)}.`,
            `If it was not you, ignore this email: ${otherwise}.`,
          ],
          action: { text, url: toResetUrl(link.email, link.token) },
        };
      },
      async verify(nonce) {
        const link = await findBy('verify', nonce);
        if (link === undefined || link.email_verified_at !== null) return undefined;
        return {
          to: link.email,
          subject: 'Confirm your email address',
          name: link.first_name,
          paragraphs: [
            `Please confirm that this is your email address. The link works until ${formatTimestamp(link.expires_at)}.`,
          ],
          action: {
            text: 'Confirm email address',
            url: `${publicUrl()}/verify-email?token=${link.token}`,
          },
        };
      },
    },
  };
}

function refuse(): AppError {
  return new AppError('invalid', { message: VOID, fields: { token: [VOID] } });
}
