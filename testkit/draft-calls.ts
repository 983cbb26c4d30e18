/** Requests about drafts as a form sends them. */
import type { FastifyInstance } from 'fastify';
import type { Draft, DraftFields, DraftSource, InspectedDraft } from '#contract/draft-shapes.ts';
import type { FixRequest } from '#contract/inspection-shapes.ts';
import type { TownFilter } from '#contract/places.contract.ts';
import { type RequestUser, sendForm } from './project-calls.ts';

const URL = '/api/v1/projects/drafts';

/** Draft requests of one user. */
export function callDrafts(app: FastifyInstance, user: RequestUser) {
  const { headers } = user;
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    app.inject({ method, url: `${URL}${path}`, headers, ...(payload && { payload }) });
  return {
    open: (type = 'wordpress', projectId?: number, from?: DraftSource) =>
      call('POST', '', { type, from, ...(projectId !== undefined && { project_id: projectId }) }),
    findClosed: (projectId?: number) =>
      call('GET', projectId === undefined ? '' : `?project_id=${projectId}`),
    show: (id: string) => call('GET', `/${id}`),
    keep: (id: string, fields: Partial<DraftFields>) => call('PUT', `/${id}`, { fields }),
    restore: (id: string) => call('POST', `/${id}/restore`),
    discard: (id: string) => call('DELETE', `/${id}`),
    paste: (id: string, script: string) =>
      sendForm(app, user, { url: `${URL}/${id}/sheet`, fields: { script } }),
    putSheet: (id: string, name: string, bytes: Uint8Array) =>
      sendForm(app, user, { url: `${URL}/${id}/sheet`, file: { name, bytes, type: 'text/csv' } }),
    readSheetAs: (id: string, choices: object) => call('PUT', `/${id}/sheet`, choices),
    dropSheet: (id: string) => call('DELETE', `/${id}/sheet`),
    putCombined: (id: string, name: string, bytes: Uint8Array) =>
      sendForm(app, user, { url: `${URL}/${id}/combined-list`, file: { name, bytes, type: 'text/csv' } }),
    dropCombined: (id: string) => call('DELETE', `/${id}/combined-list`),
    dropSeed: (id: string) => call('DELETE', `/${id}/seed`),
    fetchSheet: (id: string) => call('POST', `/${id}/fetch-sheet`),
    inspect: (id: string) => call('POST', `/${id}/inspect`),
    estimate: (id: string) => call('GET', `/${id}/estimate`),
    preview: (id: string, text: string) => call('POST', `/${id}/preview`, { text }),
    fix: (id: string, request: FixRequest) => call('POST', `/${id}/fix`, request),
    addTowns: (id: string, filter: TownFilter) => call('POST', `/${id}/towns`, filter),
    problemSheet: (id: string) => call('GET', `/${id}/problem-sheet`),
    upload: (fields: Record<string, string>, file: { name: string; bytes: Uint8Array }) =>
      sendForm(app, user, { url: '/api/v1/upload', fields: { type: 'wordpress', ...fields }, file }),
    leave: () => app.inject({ url: '/api/v1/project/cancel-project', headers }),
    test: (fields: object) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/save-test',
        headers,
        payload: { title: 'Plumber', type: 'wordpress', ...fields },
      }),
    save: (fields: Record<string, string>) =>
      sendForm(app, user, {
        url: '/api/v1/save-xml',
        fields: { title: 'Plumber', type: 'wordpress', ...fields },
      }),
    update: (projectId: number, fields: Record<string, string>) =>
      sendForm(app, user, {
        method: 'PUT',
        url: `/api/v1/projects/${projectId}`,
        fields: { title: 'Plumber', ...fields },
      }),
  };
}

export type DraftCalls = ReturnType<typeof callDrafts>;

/** @returns a new draft */
export async function openDraft(calls: DraftCalls, projectId?: number, type?: string): Promise<Draft> {
  const reply = await calls.open(type, projectId);
  if (reply.statusCode !== 201) throw new Error(`The draft was not opened: ${reply.body}`);
  return reply.json<{ data: Draft }>().data;
}

/** @returns the current draft */
export async function showDraft(calls: DraftCalls, id: string): Promise<Draft> {
  const reply = await calls.show(id);
  if (reply.statusCode !== 200) throw new Error(`The draft was not shown: ${reply.body}`);
  return reply.json<{ data: Draft }>().data;
}

/** @returns the inspection of the draft */
export async function inspectDraft(calls: DraftCalls, id: string): Promise<InspectedDraft> {
  const reply = await calls.inspect(id);
  if (reply.statusCode !== 200) throw new Error(`The draft was not inspected: ${reply.body}`);
  return reply.json<{ data: InspectedDraft }>().data;
}
