/** The domains of a customer's sites. They can't be deleted: unused ones become inactive. */
import { z } from 'zod';
import { domainName } from './domain-name.ts';
import { defineContract } from './endpoint.ts';
import { commaJoined, listQuery, timestamp } from './fields.ts';
import { describeCalls, savedRow } from './saved-resource.ts';
import { FINDINGS } from './scan-findings.ts';
import { day, sourceState } from './search-shapes.ts';

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

const isReadOnly = z.boolean().describe('The agency that it is shared with is inactive');

const editedDomain = domain.extend({ is_read_only: isReadOnly }).meta({ id: 'EditedDomain' });
export type EditedDomain = z.output<typeof editedDomain>;

export const domainListItem = domain
  .extend({
    agency: z.string().nullable().describe('Agency that it is shared with; null for a personal domain'),
    is_read_only: isReadOnly,
    projects: z.int().describe('Projects of this domain'),
    clicks: z
      .int()
      .nullable()
      .describe('From Google Search, of the last 28 days with figures; null without figures'),
    search_state: sourceState.describe('Search Console; `failed` if the account has to be connected again'),
  })
  .meta({ id: 'DomainListItem' });
export type DomainListItem = z.output<typeof domainListItem>;

const domainScan = z.object({
  id: z.int(),
  project_id: z.int(),
  project: z.string(),
  finished_at: timestamp,
  pages: z.int(),
  findings: z.partialRecord(z.enum(FINDINGS), z.int()).describe('Pages of each kind'),
  problems_before: z.int().nullable().describe('Problems of the previous completed scan; null for the first'),
});
export type DomainScan = z.output<typeof domainScan>;

export const domainPage = domainListItem
  .extend({
    pages: z.int().describe('Ready in the current runs of its projects, without copies of images'),
    images: z.int().describe('Copies in the current runs of its Geocoder projects'),
    property: z.string().nullable().describe('Site of Search Console that the figures come from'),
    search_message: z.string().nullable().describe('Reason why there are no figures'),
    data_until: day.nullable().describe('Newest day with figures'),
    scans: z.array(domainScan).describe('The last completed scan of each project'),
    scanning: z.int().describe('Scans in progress'),
    scannable: z.array(z.int()).describe('Projects whose pages can be scanned now'),
  })
  .meta({ id: 'DomainPage' });
export type DomainPage = z.output<typeof domainPage>;

const own = { access: 'user', rows: 'own' } as const;
const calls = describeCalls('domains', 'a domain', {
  kind: 'domain',
  row: domain,
  form: domainForm,
  read: own,
  write: own,
});

export const domainsContract = defineContract({
  list: {
    ...calls.list,
    summary: 'Lists the caller’s domains.',
    query: z.object({
      ...listQuery(['name', 'created_at', 'updated_at', 'projects', 'clicks'], 'name'),
      project_type: commaJoined(DOMAIN_TYPES).describe('Website types, comma-joined'),
      status: commaJoined(DOMAIN_STATUSES).describe('1 for active, 0 for inactive domains'),
    }),
    reply: z.array(domainListItem),
  },
  create: calls.create,
  show: {
    ...calls.show,
    summary: 'Shows a domain with its projects, search state and last scans.',
    reply: z.array(domainPage),
  },
  edit: { ...calls.edit, reply: z.array(editedDomain) },
  update: calls.update,
});
