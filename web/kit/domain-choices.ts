/** Domains in a select: personal and agency domains are labeled if both can appear. Pure. */
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
