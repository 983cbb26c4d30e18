/** The runs of a project: their list, their reports, canceling and restoring them. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { commaJoined, idParams, listQuery, pageQuery, rowId } from './fields.ts';
import { run, runListItem, runProgress } from './run-shapes.ts';
import { PAGE_STATES, runPage, runTowns, siteStylesReply } from './run-view-shapes.ts';

const runParams = z.object({ ...idParams.shape, run: rowId });
const emptyReply = z.object({});

export const runsContract = defineContract({
  list: {
    id: 'runs.list',
    method: 'GET',
    path: '/api/v1/projects/{id}/runs',
    access: 'user',
    rows: 'own',
    summary: 'Lists the runs of a project, newest first.',
    params: idParams,
    query: z.object(pageQuery),
    reply: z.array(runListItem),
    replyType: 'list',
  },
  show: {
    id: 'runs.show',
    method: 'GET',
    path: '/api/v1/projects/{id}/runs/{run}',
    access: 'user',
    rows: 'own',
    summary: 'Shows one run with its report and parts.',
    params: runParams,
    reply: run,
  },
  towns: {
    id: 'runs.towns',
    method: 'GET',
    path: '/api/v1/projects/{id}/runs/{run}/towns',
    access: 'user',
    rows: 'own',
    summary:
      'Shows where the towns of a run are, ready and skipped; no points without coordinates in the sheet.',
    params: runParams,
    reply: runTowns,
  },
  pages: {
    id: 'runs.pages',
    method: 'GET',
    path: '/api/v1/projects/{id}/runs/{run}/pages',
    access: 'user',
    rows: 'own',
    summary: 'Lists the pages of a full run and the first 1,000 rows that it skipped.',
    params: runParams,
    query: z.object({
      ...listQuery(['row', 'title', 'url', 'state', 'part', 'score'], 'row'),
      state: commaJoined(PAGE_STATES).describe('States, comma-joined; omitted: all'),
    }),
    reply: z.array(runPage),
    replyType: 'list',
  },
  styles: {
    id: 'runs.styles',
    method: 'GET',
    path: '/api/v1/projects/{id}/runs/{run}/styles',
    access: 'user',
    rows: 'own',
    summary: 'Fetches the styles of the site for the samples of a run; they are cached for a day.',
    params: runParams,
    callsPerMinute: 20,
    reply: siteStylesReply,
  },
  events: {
    id: 'runs.events',
    method: 'GET',
    path: '/api/v1/projects/{id}/events',
    access: 'user',
    rows: 'own',
    summary:
      'Streams the latest run as `run`, only its figures as `progress`, and the latest test as `test`.',
    params: idParams,
    reply: z.union([run, runProgress]),
    replyType: 'events',
  },
  cancel: {
    id: 'runs.cancel',
    method: 'POST',
    audit: ['run.cancel'],
    path: '/api/v1/projects/{id}/cancel',
    access: 'user',
    rows: 'own',
    summary: 'Stops the run of a project and deletes its partial files.',
    params: idParams,
    reply: emptyReply,
  },
  restore: {
    id: 'runs.restore',
    method: 'POST',
    audit: ['run.restore'],
    path: '/api/v1/projects/{id}/runs/{run}/restore',
    access: 'user',
    rows: 'own',
    summary: 'Makes an earlier run the current one.',
    params: runParams,
    body: z
      .object({
        during_run: rowId
          .optional()
          .describe('Run in progress that takes over when it completes, as the caller confirms'),
      })
      .prefault({}),
    reply: emptyReply,
  },
  pin: {
    id: 'runs.pin',
    method: 'POST',
    audit: ['run.pin'],
    path: '/api/v1/projects/{id}/runs/{run}/pin',
    access: 'user',
    rows: 'own',
    summary: 'Pins a completed full run: retention keeps its files.',
    params: runParams,
    reply: emptyReply,
  },
  unpin: {
    id: 'runs.unpin',
    method: 'DELETE',
    audit: ['run.unpin'],
    path: '/api/v1/projects/{id}/runs/{run}/pin',
    access: 'user',
    rows: 'own',
    summary: 'Unpins a run: retention removes its files once it is old.',
    params: runParams,
    reply: emptyReply,
  },
});
