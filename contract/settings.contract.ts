/** Settings that administrators change while the server runs. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';

const change = z.object({ maintenance: z.boolean() });
const settings = change.extend({
  is_fixed: z
    .boolean()
    .describe('MAINTENANCE=1 is set on the server, so maintenance can’t be turned off here'),
});
const admin = { access: 'admin', rows: 'admin', path: '/api/v1/settings' } as const;

export const settingsContract = defineContract({
  show: {
    ...admin,
    id: 'settings.show',
    method: 'GET',
    summary: 'Shows whether maintenance is on.',
    reply: settings,
  },
  update: {
    ...admin,
    id: 'settings.update',
    method: 'PUT',
    audit: ['settings.update'],
    summary: 'Turns maintenance on or off: while it is on, only administrators change anything.',
    body: change,
    reply: settings,
  },
});
