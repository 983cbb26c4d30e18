/** Settings that administrators change while the server runs. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';

const settings = z.object({ maintenance: z.boolean() });

export const settingsContract = defineContract({
  update: {
    id: 'settings.update',
    method: 'PUT',
    audit: ['settings.update'],
    path: '/api/v1/settings',
    access: 'admin',
    rows: 'admin',
    summary: 'Turns maintenance on or off: while it is on, only administrators change anything.',
    body: settings,
    reply: settings,
  },
});
