/** Endpoints for operators: health, readiness and version. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';

const health = z.object({ status: z.literal('ok') }).meta({ id: 'Health', examples: [{ status: 'ok' }] });

const ready = z
  .object({
    checks: z.record(z.string(), z.literal('ok')).describe('One line for each service that the server needs'),
  })
  .meta({ id: 'Ready', examples: [{ checks: { web: 'ok' } }] });

const version = z
  .object({
    name: z.string(),
    version: z.string().describe('Semantic version of the product'),
  })
  .meta({ id: 'Version', examples: [{ name: 'geoloom', version: '0.1.0' }] });

const reportText = z.string().max(8192).optional().catch(undefined);

/** Browser report of a violation of the content security policy (W3C, CSP Level 3, section 5.2). */
const policyReports = z
  .array(
    z.object({
      type: z.string().max(100),
      body: z
        .object({
          documentURL: reportText,
          blockedURL: reportText,
          effectiveDirective: reportText,
          sourceFile: reportText,
          disposition: reportText,
        })
        .optional(),
    }),
  )
  .max(50);

/** Enough for several probes per second from one IP address. */
const CALLS_OF_PROBES = 600;

export const operationContract = defineContract({
  health: {
    id: 'operation.health',
    method: 'GET',
    path: '/api/v1/health',
    access: 'public',
    summary: 'Reports that the process is running, without further checks.',
    callsPerMinute: CALLS_OF_PROBES,
    reply: health,
  },
  ready: {
    id: 'operation.ready',
    method: 'GET',
    path: '/api/v1/ready',
    access: 'public',
    summary: 'Reports whether the server is ready; 503 names the missing services.',
    reply: ready,
  },
  version: {
    id: 'operation.version',
    method: 'GET',
    path: '/api/v1/version',
    access: 'public',
    summary: 'Returns the running version.',
    callsPerMinute: CALLS_OF_PROBES,
    reply: version,
  },
  reportPolicy: {
    id: 'operation.reportPolicy',
    method: 'POST',
    audit: { none: 'A report from a browser, which the server logs' },
    path: '/api/v1/csp-report',
    access: 'public',
    summary: 'Logs the browsers’ reports of content security policy violations.',
    body: policyReports,
    bodyType: 'application/reports+json',
    bodyBytes: 64 * 1024,
    callsPerMinute: 20,
    isAlwaysOpen: true,
    reply: z.object({}),
  },
});
