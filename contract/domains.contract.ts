/** The domains of a customer's sites. There is no delete: what is not used any more becomes inactive. */
import { z } from 'zod';
import { domainName } from './domain-name.ts';
import { defineContract } from './endpoint.ts';
import { commaJoined, idParams, listQuery, loadedRevision, moment } from './fields.ts';

/** `Images` is shown as Geocoder. */
const DOMAIN_TYPES = ['WordPress', 'Hubspot', 'Drupal', 'Images'] as const;
/** Active and inactive; only active domains are offered to new projects. */
const DOMAIN_STATUSES = ['1', '0'] as const;

const projectType = z.enum(DOMAIN_TYPES);
const status = z.enum(DOMAIN_STATUSES);

const domainFields = {
  name: domainName,
  project_type: projectType.default('WordPress'),
  status: status.default('1'),
};

export const domain = z
  .object({
    id: z.int(),
    name: z.string(),
    project_type: projectType,
    status,
    revision: z.int().describe('What the next save of this domain names'),
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Domain' });

export type Domain = z.output<typeof domain>;

export const domainsContract = defineContract({
  list: {
    id: 'domains.list',
    method: 'GET',
    path: '/api/v1/domains',
    access: 'user',
    rows: 'own',
    summary: 'Lists the own domains.',
    query: z.object({
      ...listQuery(['name', 'created_at', 'updated_at'], 'name'),
      project_type: commaJoined(DOMAIN_TYPES).describe('Website types, comma-joined'),
      status: commaJoined(DOMAIN_STATUSES).describe('1 for active, 0 for inactive domains'),
    }),
    reply: z.array(domain),
    answers: 'list',
  },
  create: {
    id: 'domains.create',
    method: 'POST',
    path: '/api/v1/domains',
    access: 'user',
    rows: 'own',
    summary: 'Adds a domain.',
    body: z.object(domainFields),
    reply: domain,
    status: 201,
  },
  edit: {
    id: 'domains.edit',
    method: 'GET',
    path: '/api/v1/domains/{id}/edit',
    access: 'user',
    rows: 'own',
    summary: 'Shows a domain as the edit form needs it.',
    params: idParams,
    reply: z.array(domain),
  },
  update: {
    id: 'domains.update',
    method: 'PUT',
    path: '/api/v1/domains/{id}',
    access: 'user',
    rows: 'own',
    summary: 'Changes a domain.',
    params: idParams,
    body: z.object({ ...domainFields, revision: loadedRevision }),
    reply: domain,
  },
});
