/**
 * Reads JSON bodies. Parsing blocks other requests, and many small values take far more memory than their
 * text, so a large body is scanned first and accepted only if most of it is inside strings.
 */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { MAX_BODY_BYTES, MAX_JSON_VALUES } from './limits.ts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** `[`, `{` and `,`: each precedes a value. */
const SEPARATORS: ReadonlySet<number> = new Set([0x5b, 0x7b, 0x2c]);

/** Registers a JSON parser for one content type, such as application/json. */
export function registerJsonParser(scope: FastifyInstance, type: string): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length > MAX_BODY_BYTES && !isMostlyText(body)) done(new AppError('too_large'));
    else void parse(request, body.toString(), done);
  });
}

/**
 * For routes without a body: accepts an empty JSON body or an empty object, which some clients always send.
 */
export function registerEmptyJsonParser(scope: FastifyInstance): void {
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (/^\s*(?:\{\s*\})?\s*$/.test(body)) done(null, undefined);
    else done(new AppError('malformed', { message: 'This call takes no body. Send nothing or {}.' }));
  });
}

/** True if the body without its strings has a normal size and few values. */
function isMostlyText(body: Uint8Array): boolean {
  let outside = 0;
  let values = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte === QUOTE) {
      at = skipString(body, at + 1);
      continue;
    }
    outside += 1;
    if (SEPARATORS.has(byte)) values += 1;
    if (outside > MAX_BODY_BYTES || values > MAX_JSON_VALUES) return false;
  }
  return true;
}

/** @returns the index of the closing quote, or the end */
function skipString(body: Uint8Array, start: number): number {
  for (let from = start; ; ) {
    const end = body.indexOf(QUOTE, from);
    if (end === -1) return body.length;
    let slashes = 0;
    while (end - slashes > start && body[end - slashes - 1] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
    from = end + 1;
  }
}
