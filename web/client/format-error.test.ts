import { expect, test } from 'vitest';
import { ApiError } from './call.ts';
import { formatError } from './format-error.ts';

const refusal = (status: number, request_id = 'r-7') =>
  new ApiError(status, { success: false, code: 'internal', message: 'It broke.', request_id });

test.each([
  ['the server’s message of a refusal', refusal(422), 'It broke.'],
  [
    'a sentence for each invalid field',
    new ApiError(422, {
      success: false,
      code: 'invalid',
      message: 'Some fields aren’t valid.',
      errors: { value: ['Name must be at most 250 characters'], product_id: ['isn’t a product'] },
      request_id: 'r-7',
    }),
    'Name must be at most 250 characters. product_id isn’t a product.',
  ],
  ['the server’s message of a 404', refusal(404), 'It broke.'],
  ['an error of the server with its reference', refusal(500), 'It broke. Reference: r-7'],
  ['a 507 with its reference', refusal(507), 'It broke. Reference: r-7'],
  ['an error of the server without a reference', refusal(503, ''), 'It broke.'],
  [
    'an HTML page of a proxy',
    new ApiError(502, undefined),
    'The server sent an unexpected reply (502). Try again in a moment.',
  ],
  [
    'an unreachable server',
    new ApiError(undefined, undefined),
    'Couldn’t reach the server. Check your connection and try again.',
  ],
  ['an error of the client', new TypeError('x is undefined'), 'x is undefined'],
  ['an error without a message', new Error(''), 'An error occurred'],
  ['a thrown value that isn’t an error', 'x', 'An error occurred'],
])('formats %s', (_what, error, text) => {
  expect(formatError(error)).toBe(text);
});
