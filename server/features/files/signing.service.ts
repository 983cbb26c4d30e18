/** Signs the URLs of files for the people who may open them. */
import type { FileName } from '#contract/files.contract.ts';
import { signAddress } from './signed-address.rules.ts';

/** @returns the address, good for nine to ten minutes */
export type Sign = (file: FileName) => string;

/** Signs for one person. */
export type SignFor = (userId: number) => Sign;

export function createSigning({ key, clock }: { key: Uint8Array; clock: () => Date }): SignFor {
  return (userId) => (file) => signAddress(key, file, { owner: userId, now: clock() });
}
