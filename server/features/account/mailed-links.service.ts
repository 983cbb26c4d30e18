/** Emailed links that reset a password or confirm an email address. */
import { toEmailKey } from '#contract/fields.ts';
import { formatTimestamp } from '#contract/format-timestamp.ts';
import type { Trx } from '#server/db/open.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import type { Email, Outbox } from '../mail/mail.service.ts';
import type { MailedTokens } from '../mail/mailed-tokens.service.ts';
import { LINK_LIFETIMES } from './account.rules.ts';
import { deleteLink, findLink, insertLink } from './mailed-links.store.ts';

type LinkKind = 'reset' | 'verify';
type LinkWithOwner = NonNullable<Awaited<ReturnType<typeof findLink>>>;
type UsedLink = Pick<Parameters<typeof insertLink>[1], 'nonce' | 'token_hash' | 'expires_at'>;

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
const INVALID_LINK = 'This link is no longer valid. Ask for a new one.';

export type MailedLinksService = ReturnType<typeof createMailedLinks>;

export function createMailedLinks(
  { db, clock, publicUrl }: Pick<Context, 'db' | 'clock' | 'publicUrl'>,
  { outbox, mailedTokens }: { outbox: Outbox; mailedTokens: MailedTokens },
) {
  const findBy = async (kind: LinkKind, nonce: string) => {
    const link = await findLink(db, { kind, nonce });
    if (link === undefined || link.expires_at <= clock()) return undefined;
    return { ...link, token: mailedTokens.toToken(link) };
  };
  const insert = async (trx: Trx, kind: LinkKind, emailKey: string) => {
    const token = mailedTokens.create();
    const expiresAt = new Date(clock().getTime() + LINK_LIFETIMES[kind]);
    await insertLink(trx, { kind, emailKey, ...token, expires_at: expiresAt });
    return { ...token, expiresAt };
  };
  const toResetUrl = (email: string, token: string) =>
    `${publicUrl()}/password-reset?${new URLSearchParams({ token, email }).toString()}`;
  return {
    /** Replaces earlier links of this kind. Sends nothing to an address without an account. */
    send: async (trx: Trx, kind: LinkKind, emailKey: string) =>
      outbox.send(trx, { kind, id: (await insert(trx, kind, emailKey)).nonce }),
    /** Like `send`, for a caller who has opened another link from the same mailbox. @returns the token */
    issue: async (trx: Trx, kind: LinkKind, emailKey: string) =>
      mailedTokens.toToken(await insert(trx, kind, emailKey)),
    /** Like `issue`. @returns the link that resets the password */
    async issueReset(trx: Trx, email: string) {
      const { expiresAt, ...link } = await insert(trx, 'reset', toEmailKey(email));
      return { url: toResetUrl(email, mailedTokens.toToken(link)), expiresAt };
    },
    /** @throws AppError `invalid` for a link that is no longer valid */
    async find(kind: LinkKind, token: string) {
      const link = await findLink(db, { kind, token_hash: mailedTokens.hash(token) });
      if (link === undefined || link.expires_at <= clock()) throw refuse();
      return link;
    },
    /** @returns the owner of a used link to an address that is confirmed now, by this link or another */
    async findConfirmed(token: string) {
      const link = await findLink(db, { kind: 'verify', token_hash: mailedTokens.hash(token) });
      return link?.email_verified_at === null ? undefined : link;
    },
    /** Stores the link that confirmed a new address, for a user who opens it again. */
    keepUsed: (trx: Trx, emailKey: string, { nonce, token_hash, expires_at }: UsedLink) =>
      insertLink(trx, { kind: 'verify', emailKey, nonce, token_hash, expires_at }),
    /** Uses the link. @throws AppError `invalid` if it was used in the meantime */
    async take(trx: Trx, { nonce }: LinkWithOwner) {
      if (!(await deleteLink(trx, nonce))) throw refuse();
    },
    refuse,
    emailTemplates: {
      async reset(nonce: string): Promise<Email | undefined> {
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
            `If this wasn’t you, ignore this email: ${otherwise}.`,
          ],
          action: { text, url: toResetUrl(link.email, link.token) },
        };
      },
      async verify(nonce: string): Promise<Email | undefined> {
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

/** The error for an invalid link. */
function refuse(): AppError {
  return new AppError('invalid', { message: INVALID_LINK, fields: { token: [INVALID_LINK] } });
}
