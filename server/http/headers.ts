/**
 * Security headers: one set for every reply, and one content security policy for
 * each kind of answer (the page, its files, the API).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Hosts of tutorial videos, the only ones allowed in frames. */
const VIDEO_FRAMES = ['https://www.youtube-nocookie.com/embed/', 'https://player.vimeo.com/video/'];
const VIDEO_ORIGINS = VIDEO_FRAMES.map((url) => `"${new URL(url).origin}"`);

const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions({
    'clipboard-write': ['self'],
    fullscreen: ['self', ...VIDEO_ORIGINS],
    // One click starts a video: the click on our own button, before its frame exists.
    autoplay: VIDEO_ORIGINS,
  }),
} as const;

const HSTS = 'max-age=63072000; includeSubDomains';

/** Policy of API answers: nothing in them may load or run anything. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Policy of scripts, styles and fonts: a worker obeys the policy of its own script file. */
export const FILE_POLICY = pagePolicy();

/**
 * Policy of the page.
 * @param nonce admits the style tags that the component kit adds
 * @param apiOrigin where the API is, if it is not where the page is
 */
export function pagePolicy(nonce?: string, apiOrigin?: string): string {
  const self = apiOrigin === undefined ? "'self'" : `'self' ${apiOrigin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${self} blob: data:`,
    "font-src 'self'",
    `connect-src ${self}`,
    `frame-src ${self} ${VIDEO_FRAMES.join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    'report-to csp',
  ].join('; ');
}

/**
 * Trusted Types, reported but not enforced yet: text that becomes markup, code or a script URL must pass the page's
 * default policy (`web/app/trusted-types.ts`).
 */
export const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types default; report-to csp";

/** Endpoint for the browser's reports; sent with each policy that names it. */
export const REPORTING = { 'reporting-endpoints': 'csp="/api/v1/csp-report"' } as const;

/** Headers of every reply; policy and caching are those of the API. */
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

function permissions(allowed: Readonly<Record<string, readonly string[]>>): string {
  const denied = [
    'accelerometer',
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
  const lists = Object.entries(allowed).map(([name, origins]) => `${name}=(${origins.join(' ')})`);
  return [...lists, ...denied.map((name) => `${name}=()`)].join(', ');
}
