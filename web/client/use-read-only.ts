/** Reason why an object of the user's agency can't be changed. */
import { useAppSelector } from './use-store.ts';

/**
 * @param effect ending of the sentence `Bright Pages is inactive, so …`
 * @returns a sentence for disabled actions; undefined for an object that can be changed
 */
export function useReadOnlyReason(isReadOnly: boolean, effect = 'this is read-only'): string | undefined {
  const agency = useAppSelector((state) => state.user.userData?.agency_notice?.name);
  return isReadOnly ? `${agency ?? 'The agency'} is inactive, so ${effect}.` : undefined;
}
