/** Signs URLs of files for the users that may open them. */
import type { FileName } from '#contract/files.contract.ts';
import type { Actor } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { signUrl } from './signed-address.rules.ts';

/** @returns the URL, valid for nine to ten minutes */
export type Sign = (file: FileName) => string;

/** Signs for one user, or for a superadmin that is signed in as that user. */
export type SignFor = (viewer: Actor) => Sign;

export function createSigning({ clock }: Pick<Context, 'clock'>, key: Uint8Array): SignFor {
  return ({ userId: owner, impersonatorId: by }) =>
    (file) =>
      signUrl(key, file, { owner, by, now: clock() });
}
