/** Figures for the dashboard and the sidebar, and items that need attention, computed from current data. */
import type { Attention, Dashboard } from '#contract/dashboard.contract.ts';
import type { ProjectFigures, ProjectState } from '#contract/project-shapes.ts';
import type { AgencyNotice } from '#contract/account.contract.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { ProjectsService } from '../projects/projects.service.ts';
import { findAgencyNotice } from '../workspaces/workspaces.service.ts';
import { findDomainFacts, findRevoked } from './dashboard.store.ts';

interface DashboardOptions {
  projects: ProjectsService;
  notifications: NotificationsService;
  isGoogleOpen: boolean;
}

const STATES = [
  ['split', 'waiting_for_split'],
  ['failed', 'failed'],
  ['skipped', 'completed_with_skips'],
] as const satisfies [Attention['kind'], ProjectState][];

export function createDashboard({ db, clock }: Context, options: DashboardOptions) {
  const { projects, notifications, isGoogleOpen } = options;
  return {
    async show(_input: unknown, caller: Caller): Promise<Dashboard> {
      const { scope, actor } = caller;
      const figures = await projects.figures(caller);
      const facts = await findDomainFacts(db, scope);
      const unread = await notifications.unreadCount(actor.userId);
      const domains = [...facts.values()].reduce((sum, { count }) => sum + count, 0);
      const revoked = await findRevoked(db, scope);
      const unconnected = facts.get('unconnected');
      const refused = facts.get('refused');
      return {
        figures,
        domains,
        search: {
          is_open: isGoogleOpen,
          connected: (facts.get('connected')?.count ?? 0) + (refused?.count ?? 0),
          unconnected: unconnected?.count ?? 0,
        },
        attention: [
          ...describeAgency(await findAgencyNotice(db, actor.userId, clock())),
          ...(await listProjectFacts(projects, figures, caller)),
          ...list('reconnect', revoked),
          ...list('refused', refused),
          ...(isGoogleOpen ? list('unconnected', unconnected) : []),
          ...(domains === 0 ? [{ kind: 'no_domain' as const, count: 0, name: null, id: null }] : []),
          ...(unread === 0 ? [] : [{ kind: 'unread' as const, count: unread, name: null, id: null }]),
        ],
      };
    },
  };
}

function describeAgency(notice: AgencyNotice | null): Attention[] {
  if (notice === null) return [];
  const { id, name, status } = notice;
  return [{ kind: status === 'deleted' ? 'agency_deleted' : 'agency_not_active', count: 1, name, id }];
}

/** Names the object if it is the only one. */
function list(kind: Attention['kind'], group: Omit<Attention, 'kind'> | undefined): Attention[] {
  if (group === undefined || group.count === 0) return [];
  const { count, name, id } = group;
  return [count === 1 ? { kind, count, name, id } : { kind, count, name: null, id: null }];
}

async function listProjectFacts(
  projects: ProjectsService,
  { states }: ProjectFigures,
  caller: Caller,
): Promise<Attention[]> {
  const found: Attention[] = [];
  for (const [kind, state] of STATES) {
    const count = states[state] ?? 0;
    const page = { state: [state], page: 1, per_page: 1, sort: '-updated_at' } as const;
    const { data } = count === 1 ? await projects.list({ ...page, state: [state] }, caller) : { data: [] };
    found.push(...list(kind, { count, name: data[0]?.title ?? null, id: data[0]?.id ?? null }));
  }
  return found;
}
