/**
 * Security headers: common ones for every reply and a content security policy for each kind (page, its files,
 * API).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Tutorial video hosts, the only ones allowed in frames. */
const VIDEO_FRAMES = ['https://www.youtube-nocookie.com/embed/', 'https://player.vimeo.com/video/'];
const VIDEO_ORIGINS = VIDEO_FRAMES.map((url) => `"${new URL(url).origin}"`);

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions({
    'clipboard-write': ['self'],
    fullscreen: ['self', ...VIDEO_ORIGINS],
    // The user clicks our button before the frame exists, so the video must start by itself.
    autoplay: VIDEO_ORIGINS,
  }),
} as const;

const HSTS = 'max-age=63072000; includeSubDomains';

/** Policy of API replies: they may not load or run anything. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Policy of scripts, styles and fonts. A worker is governed by the policy of its own script file. */
export const FILE_POLICY = pagePolicy();

/**
 * Policy of the page.
 * @param nonce allows the style tags that the component library adds
 * @param apiOrigin origin of the API if it differs from the origin of the page
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
 * Trusted Types, report-only for now: text that becomes markup, code or a script URL must pass the page's
 * default policy (`web/app/trusted-types.ts`).
 */
export const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types default; report-to csp";

/** Endpoint for browser reports, required by each policy with `report-to`. */
export const REPORTING = { 'reporting-endpoints': 'csp="/api/v1/csp-report"' } as const;

/** Headers of every reply; policy and caching are those of the API. */
export function listHeaders(requestId: string): Record<string, string> {
  return {
    ...COMMON_HEADERS,
    'x-request-id': requestId,
    'content-security-policy': API_POLICY,
    'cache-control': 'no-store',
  };
}

/** Sets these headers; files and pages override policy and caching. */
export function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(listHeaders(request.id));
  // Browsers ignore it over plain HTTP. Only a trusted proxy can set the protocol.
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
