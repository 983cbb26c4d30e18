/**
 * Reads JSON bodies. Parsing holds up everybody else, and takes many times the memory of its text where
 * that is made of small things; so large bodies are looked at before: what makes them large are texts.
 */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.ts';
import { BODY_BYTES, JSON_MARKS } from './limits.ts';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** `[`, `{` and `,`: each begins a value. */
const MARKS: ReadonlySet<number> = new Set([0x5b, 0x7b, 0x2c]);

/** Has the routes of this scope read JSON bodies of one type of content, such as application/json. */
export function takeJson(scope: FastifyInstance, type: string): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length > BODY_BYTES && !isMostlyText(body)) done(new AppError('too_large'));
    else void parse(request, body.toString(), done);
  });
}

/**
 * Makes the routes of this scope, which take no body, accept an empty object or an empty body of type JSON, as some
 * clients always send.
 */
export function takeEmptyJson(scope: FastifyInstance): void {
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (/^\s*(?:\{\s*\})?\s*$/.test(body)) done(null, undefined);
    else done(new AppError('malformed', { message: 'This call takes no body. Send nothing or {}.' }));
  });
}

/** True if the body without its strings has the size of a usual body, and few values. */
function isMostlyText(body: Uint8Array): boolean {
  let outside = 0;
  let marks = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (byte === QUOTE) {
      at = skipString(body, at + 1);
      continue;
    }
    outside += 1;
    if (MARKS.has(byte)) marks += 1;
    if (outside > BODY_BYTES || marks > JSON_MARKS) return false;
  }
  return true;
}

/** @returns the index of its closing quote, or the end */
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
