/** Why an object of the user's agency can't be changed now. */
import { useAppSelector } from './use-store.ts';

/** @returns a sentence for disabled actions; undefined for an object that can be changed */
export function useReadOnlyReason(isReadOnly: boolean): string | undefined {
  const agency = useAppSelector((state) => state.user.userData?.agency_notice?.name);
  return isReadOnly ? `${agency ?? 'The agency'} is inactive, so this is read-only.` : undefined;
}
