/**
 * The headers that protect people: one set for every answer, and one content security policy for
 * each kind of answer (the page, its files, the API).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions({ allowed: ['clipboard-write', 'fullscreen'] }),
} as const;

const HSTS = 'max-age=63072000; includeSubDomains';

/** Policy of API answers: nothing in them may load or run anything. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Policy of scripts, styles and fonts: a worker obeys the policy of its own script file. */
export const FILE_POLICY = pagePolicy();

/**
 * Policy of the page.
 * @param nonce admits the style tags that the component kit adds
 */
export function pagePolicy(nonce?: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    'report-to csp',
  ].join('; ');
}

/** Where the browser sends what it saw broken; goes with each policy that names it. */
export const REPORTING = { 'reporting-endpoints': 'csp="/api/v1/csp-report"' } as const;

/** What every answer carries; the policy and caching are those of the API. */
export function listHeaders(requestId: string): Record<string, string> {
  return {
    ...EVERY_ANSWER,
    'x-request-id': requestId,
    'content-security-policy': API_POLICY,
    'cache-control': 'no-store',
  };
}

/** Sets them all; a file or page replaces policy and caching by its own. */
export function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(listHeaders(request.id));
  // Browsers ignore it over plain HTTP; the protocol is believed only from a trusted proxy.
  if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
}

function permissions({ allowed }: { allowed: string[] }): string {
  const denied = [
    'accelerometer',
    'autoplay',
    'browsing-topics',
    'camera',
    'clipboard-read',
    'display-capture',
    'encrypted-media',
    'gamepad',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'publickey-credentials-get',
    'screen-wake-lock',
    'serial',
    'usb',
    'window-management',
    'xr-spatial-tracking',
  ];
  return [...allowed.map((name) => `${name}=(self)`), ...denied.map((name) => `${name}=()`)].join(', ');
}
