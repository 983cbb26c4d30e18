/** Texts of the facts that need attention, each with a link to its fix. Pure. */
import type { Attention } from '#contract/dashboard.contract.ts';
import { formatAmount } from '#web/ui/format-figure.ts';

export interface AttentionText {
  /** Text before the name. */
  before: string;
  /** Project, domain or account. */
  name?: string;
  to: string;
  act: string;
}

type Words = (attention: Attention) => AttentionText;

/** Names one object, or counts several. */
function choose(
  { name, count }: Attention,
  one: Omit<AttentionText, 'name' | 'to' | 'act'>,
  many: (count: number) => string,
): Omit<AttentionText, 'to' | 'act'> {
  return name === null ? { before: many(count) } : { ...one, name };
}

const toProjects = ({ id }: Attention, state: string) =>
  id === null ? `/projects?state=${state}` : `/projects/${id}`;

const WORDS: Readonly<Record<Attention['kind'], Words>> = {
  agency_deleted: ({ name }) => ({
    before: 'Your agency was deleted. Ask an administrator to restore it: ',
    name: name ?? '',
    to: '/my-agency',
    act: 'Show',
  }),
  agency_not_active: ({ name }) => ({
    before: 'Your agency is inactive, so its projects are read-only: ',
    name: name ?? '',
    to: '/my-agency',
    act: 'Show',
  }),
  split: (fact) => ({
    ...choose(
      fact,
      { before: 'One file or several? A run waits for your answer in ' },
      (count) => `${formatAmount(count, 'run')} wait for your answer: one file or several?`,
    ),
    to: toProjects(fact, 'waiting_for_split'),
    act: 'Answer',
  }),
  failed: (fact) => ({
    ...choose(
      fact,
      { before: 'The last run failed in ' },
      (count) => `The last run failed in ${formatAmount(count, 'project')}`,
    ),
    to: toProjects(fact, 'failed'),
    act: 'Show run',
  }),
  skipped: (fact) => ({
    ...choose(
      fact,
      { before: 'Rows were skipped in ' },
      (count) => `Rows were skipped in ${formatAmount(count, 'project')}`,
    ),
    to: toProjects(fact, 'completed_with_skips'),
    act: 'Show rows',
  }),
  reconnect: (fact) => ({
    ...choose(
      fact,
      { before: 'Google no longer accepts the connection of ' },
      (count) => `Google no longer accepts ${formatAmount(count, 'connection')}`,
    ),
    to: '/integrations',
    act: 'Reconnect',
  }),
  refused: (fact) => ({
    ...choose(
      fact,
      { before: 'Search Console sends no figures for ' },
      (count) => `Search Console sends no figures for ${formatAmount(count, 'domain')}`,
    ),
    to: fact.id === null ? '/integrations' : `/domains/${fact.id}`,
    act: 'Show',
  }),
  unconnected: (fact) => ({
    ...choose(
      fact,
      { before: 'Search Console isn’t set up for ' },
      (count) => `Search Console isn’t set up for ${formatAmount(count, 'domain')}`,
    ),
    to: '/integrations',
    act: 'Connect',
  }),
  no_domain: () => ({ before: 'You have no domain yet', to: '/domains/add-domain', act: 'Add domain' }),
  unread: ({ count }) => ({
    before: formatAmount(count, 'unread notification'),
    to: '/notifications',
    act: 'Read',
  }),
};

export const describeAttention: Words = (fact) => WORDS[fact.kind](fact);

/** `2 things need attention`, `1 run in progress`, or that the user is all caught up. */
export function describeState(attention: number, active: number): string {
  if (attention > 0)
    return `${formatAmount(attention, 'thing')} ${attention === 1 ? 'needs' : 'need'} attention`;
  return active > 0 ? `${formatAmount(active, 'run')} in progress` : 'You’re all caught up';
}
