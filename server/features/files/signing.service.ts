/** Signs the addresses of files for whoever may open them. */
import type { FileName } from '#contract/files.contract.ts';
import { signAddress } from './signed-address.rules.ts';

/** @returns the address, good for nine to ten minutes */
export type Sign = (file: FileName) => string;

/** Signs for their owner. */
export type SignFor = (owner: number) => Sign;

export function createSigning({ secret, clock }: { secret: string; clock: () => Date }): SignFor {
  return (owner) => (file) => signAddress(secret, file, { owner, now: clock() });
}
