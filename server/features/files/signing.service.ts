/** Signs the URLs of files for the people who may open them. */
import type { FileName } from '#contract/files.contract.ts';
import type { Actor } from '../../caller.ts';
import { signAddress } from './signed-address.rules.ts';

/** @returns the address, good for nine to ten minutes */
export type Sign = (file: FileName) => string;

/** Signs for one person, or for a superadmin who is signed in as them. */
export type SignFor = (viewer: Actor) => Sign;

export function createSigning({ key, clock }: { key: Uint8Array; clock: () => Date }): SignFor {
  return (viewer) => (file) => signAddress(key, file, { viewer, now: clock() });
}
