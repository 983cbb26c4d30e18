/** Domains in a select: personal ones and those of an agency are marked where both can be in the list. Pure. */
import type { DomainListItem } from '#contract/domains.contract.ts';
import type { Choice } from './async-select.tsx';

type Listed = Pick<DomainListItem, 'id' | 'name' | 'agency'>;

export function listDomainChoices(domains: readonly Listed[]): Choice[] {
  const isShared = domains.some(({ agency }) => agency !== null);
  return domains.map(({ id, name, agency }) => ({
    value: String(id),
    label: isShared ? `${name} (${agency ?? 'personal'})` : name,
  }));
}
