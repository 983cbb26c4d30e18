/** Search of the command palette: projects, domains, runs and agencies by a part of their name. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { timestamp, storable } from './fields.ts';
import { runState } from './run-shapes.ts';

export const FOUND_PER_GROUP = 3;
const MAX_CHARACTERS = 100;

const foundProject = z.object({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  domain: z.string().nullable(),
  pages: z.int().nullable().describe('Pages of the current run'),
  state: runState.describe('State of the last run; `draft` before the first'),
  updated_at: timestamp,
});

const foundDomain = z.object({
  id: z.int(),
  name: z.string(),
  project_type: z.string(),
  agency: z.string().nullable().describe('Agency that it is shared with; null for a personal domain'),
  projects: z.int(),
  clicks: z.int().nullable().describe('Clicks of the last 28 days with figures'),
});

const foundRun = z.object({
  id: z.int(),
  kind: z.enum(['save', 'test']),
  project_id: z.int(),
  project: z.string(),
  state: runState,
  pages: z.int(),
  created_at: timestamp,
});

const foundAgency = z.object({
  id: z.int(),
  name: z.string(),
  members: z.int(),
  status: z.enum(['active', 'not_active', 'deleted']),
});

export const found = z
  .object({
    projects: z.array(foundProject),
    domains: z.array(foundDomain),
    runs: z.array(foundRun),
    agencies: z.array(foundAgency).describe('Only administrators find agencies'),
  })
  .meta({ id: 'Found' });
export type Found = z.output<typeof found>;

export const findContract = defineContract({
  all: {
    id: 'find.all',
    method: 'GET',
    path: '/api/v1/find',
    access: 'user',
    rows: 'own',
    callsPerMinute: 240,
    summary: `Finds projects, domains, runs and agencies, at most ${FOUND_PER_GROUP} of each, the best match first.`,
    query: z.object({
      text: storable(z.string().trim().min(1).max(MAX_CHARACTERS)).describe(
        'Part of a name; `run 12` or `#12` finds a run by its number',
      ),
    }),
    reply: found,
  },
});
