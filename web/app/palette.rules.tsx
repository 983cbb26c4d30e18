/** Entries of the palette: search results, recent projects and actions. */
import { Building2, Globe, History, Plus, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Role } from '#contract/account.contract.ts';
import type { Found } from '#contract/find.contract.ts';
import { PLATFORMS } from '#contract/platforms.ts';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { storeProjectType } from '#web/client/project-drafts.ts';
import { isActive } from '#web/client/run-figures.ts';
import { LiveDot } from '#web/ui/badge.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import { formatAge, formatTimestamp } from '#web/ui/format-timestamp.ts';
import { PlatformIcon } from '#web/ui/platform-icon.tsx';

export interface Entry {
  key: string;
  group: 'Projects' | 'Domains' | 'Runs' | 'Agencies' | 'Recent' | 'Actions';
  title: string;
  /** Second line. */
  note?: string;
  to: string;
  icon: ReactNode;
  /** State, date or figure. */
  right?: ReactNode;
  /** Called before its page opens. */
  prepare?: () => void;
}

const MAX_ACTIONS = 3;

const STATE_NAMES: Partial<Record<Found['projects'][number]['state'], string>> = {
  waiting_for_split: 'Split?',
  failed: 'Failed',
  planning: 'Planning',
  queued: 'Queued',
  running: 'Running',
  auditing: 'Auditing',
};

/** State while a run is in progress or needs attention, otherwise the age of the last change. */
function describeState({ state, updated_at: at }: Found['projects'][number], now: Date): ReactNode {
  const name = STATE_NAMES[state];
  if (name === undefined) return formatAge(at, now);
  return (
    <>
      {isActive(state) && <LiveDot />} {name}
    </>
  );
}

const joinFacts = (facts: readonly (string | null | undefined | false)[]) =>
  facts.filter((fact): fact is string => typeof fact === 'string' && fact !== '').join(', ');

const countPages = (type: string, pages: number | null) =>
  pages !== null && formatAmount(pages, type === 'geocoder' ? 'image' : 'page');

export function listFound({ projects, domains, runs, agencies }: Found, now: Date): Entry[] {
  return [
    ...projects.map((project): Entry => {
      const { id, title, type, domain, pages } = project;
      return {
        key: `project-${id}`,
        group: 'Projects',
        title,
        note: joinFacts([domain, countPages(type, pages)]) || 'No pages yet',
        to: `/projects/${id}`,
        icon: <PlatformIcon type={type} />,
        right: describeState(project, now),
      };
    }),
    ...domains.map(
      ({ id, name, agency, projects: count, clicks }): Entry => ({
        key: `domain-${id}`,
        group: 'Domains',
        title: name,
        note: joinFacts([agency ?? 'Personal', formatAmount(count, 'project')]),
        to: `/domains/${id}`,
        icon: <Globe size={17} />,
        ...(clicks !== null && { right: formatAmount(clicks, 'click') }),
      }),
    ),
    ...runs.map(
      ({ id, kind, project, project_id: projectId, pages, created_at: at }): Entry => ({
        key: `run-${id}`,
        group: 'Runs',
        title: `${kind === 'test' ? 'Test' : 'Run'} #${id}, ${project}`,
        note: formatAmount(pages, 'page'),
        to: `/projects/${projectId}?tab=runs`,
        icon: <History size={17} />,
        right: formatTimestamp(at, now),
      }),
    ),
    ...agencies.map(
      ({ id, name, members, status }): Entry => ({
        key: `agency-${id}`,
        group: 'Agencies',
        title: name,
        note: formatAmount(members, 'member'),
        to: `/agencies/${id}`,
        icon: <Building2 size={17} />,
        right: { active: 'Active', not_active: 'Not active', deleted: 'Deleted' }[status],
      }),
    ),
  ];
}

export function listRecent(projects: readonly ProjectListItem[], now: Date): Entry[] {
  return projects.map(({ id, title, type, pages, updated_at: at }) => ({
    key: `recent-${id}`,
    group: 'Recent',
    title,
    note: countPages(type, pages) || 'No pages yet',
    to: `/projects/${id}`,
    icon: <PlatformIcon type={type} />,
    right: formatAge(at, now),
  }));
}

interface Caller {
  role: Role | undefined;
  isMainAdmin: boolean;
}

const createEntry = (platform: string): Action => ({
  title: `New ${platform} project`,
  to: '/projects/create-project',
  icon: <Plus size={17} />,
  prepare: () => storeProjectType(platform),
});

type Action = Pick<Entry, 'title' | 'to' | 'icon' | 'prepare'> & { isHidden?: boolean };

/** At most three actions whose name contains the text. */
export function listActions({ role, isMainAdmin }: Caller, text: string): Entry[] {
  const isAdmin = role === 'admin' || role === 'superadmin';
  const platforms = PLATFORMS.map(({ name }) => createEntry(name));
  const actions: readonly Action[] = [
    ...platforms.slice(0, 1),
    { title: 'Add domain', to: '/domains/add-domain', icon: <Plus size={17} /> },
    {
      title: 'Invite member',
      to: '/my-agency?tab=invitations',
      icon: <UserPlus size={17} />,
      isHidden: !isMainAdmin,
    },
    ...platforms.slice(1),
    createEntry('Geocoder'),
    { title: 'New tutorial', to: '/tutorials/create', icon: <Plus size={17} />, isHidden: !isAdmin },
    { title: 'New agency', to: '/agencies/create', icon: <Plus size={17} />, isHidden: !isAdmin },
  ];
  const query = text.toLowerCase();
  return actions
    .filter(({ title, isHidden = false }) => !isHidden && title.toLowerCase().includes(query))
    .slice(0, MAX_ACTIONS)
    .map((action) => ({ ...action, key: `action-${action.title}`, group: 'Actions' }));
}
