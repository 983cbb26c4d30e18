/** The domains of a customer's sites. There is no delete: what is not used any more becomes inactive. */
import { z } from 'zod';
import { domainName } from './domain-name.ts';
import { defineContract } from './endpoint.ts';
import { commaJoined, listQuery } from './fields.ts';
import { describeCalls, savedRow } from './saved-noun.ts';

/** `Images` is shown as Geocoder. */
const DOMAIN_TYPES = ['WordPress', 'Hubspot', 'Drupal', 'Images'] as const;
/** Active and inactive; only active domains are offered to new projects. */
const DOMAIN_STATUSES = ['1', '0'] as const;

const projectType = z.enum(DOMAIN_TYPES);
const status = z.enum(DOMAIN_STATUSES);

const domainForm = z.object({
  name: domainName,
  project_type: projectType.default('WordPress'),
  status: status.default('1'),
});

export const domain = savedRow('domain', { name: z.string(), project_type: projectType, status }).meta({
  id: 'Domain',
});

export type Domain = z.output<typeof domain>;

const own = { access: 'user', rows: 'own' } as const;
const calls = describeCalls('domains', 'a domain', { row: domain, form: domainForm, read: own, write: own });

export const domainsContract = defineContract({
  list: {
    ...calls.list,
    summary: 'Lists the own domains.',
    query: z.object({
      ...listQuery(['name', 'created_at', 'updated_at'], 'name'),
      project_type: commaJoined(DOMAIN_TYPES).describe('Website types, comma-joined'),
      status: commaJoined(DOMAIN_STATUSES).describe('1 for active, 0 for inactive domains'),
    }),
  },
  create: calls.create,
  edit: calls.edit,
  update: calls.update,
});
