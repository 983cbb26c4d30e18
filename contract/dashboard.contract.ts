/** Facts of the dashboard and of the sidebar, all computed from current data. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { projectFigures } from './project-shapes.ts';

/**
 * Reasons why a user is not caught up, in the order of the list: the agency was deleted or is inactive, a run
 * that waits for an answer, a failed run, skipped rows, a Google account to reconnect, figures that Google
 * refuses, domains without a property, no domain at all, unread notifications.
 */
export const ATTENTION_KINDS = [
  'agency_deleted',
  'agency_not_active',
  'split',
  'failed',
  'skipped',
  'reconnect',
  'refused',
  'unconnected',
  'no_domain',
  'unread',
] as const;

const attention = z.object({
  kind: z.enum(ATTENTION_KINDS),
  count: z.int().describe('Projects, domains, accounts or notifications; 0 for `no_domain`'),
  name: z.string().nullable().describe('Name of the project, domain or account, if there is only one'),
  id: z.int().nullable().describe('Id of the project or domain, if there is only one'),
});
export type Attention = z.output<typeof attention>;

export const dashboard = z
  .object({
    figures: projectFigures,
    domains: z.int().describe('Active and inactive domains'),
    search: z.object({
      is_open: z.boolean().describe('Google is set up on this server'),
      connected: z.int().describe('Active domains with a property that an account may read'),
      unconnected: z.int().describe('Active domains without a property'),
    }),
    attention: z.array(attention),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.output<typeof dashboard>;

export const dashboardContract = defineContract({
  show: {
    id: 'dashboard.show',
    method: 'GET',
    path: '/api/v1/dashboard',
    access: 'user',
    rows: 'own',
    summary: 'Counts projects and domains, and lists what needs attention.',
    reply: dashboard,
  },
});
