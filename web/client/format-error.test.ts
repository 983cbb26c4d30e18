import { expect, test } from 'vitest';
import { ApiError } from './call.ts';
import { formatError } from './format-error.ts';

const refusal = (status: number, request_id = 'r-7') =>
  new ApiError(status, { success: false, code: 'internal', message: 'It broke.', request_id });

test.each([
  ['a refusal, by the server’s words', refusal(422), 'It broke.'],
  [
    'invalid fields, each by its own sentence',
    new ApiError(422, {
      success: false,
      code: 'invalid',
      message: 'Some fields aren’t valid.',
      errors: { value: ['Name must be at most 250 characters'], product_id: ['isn’t a product'] },
      request_id: 'r-7',
    }),
    'Name must be at most 250 characters. product_id isn’t a product.',
  ],
  ['a missing thing too', refusal(404), 'It broke.'],
  ['a fault of the server, with what names it in the log', refusal(500), 'It broke. Reference: r-7'],
  ['a full server too', refusal(507), 'It broke. Reference: r-7'],
  ['a fault without a reference', refusal(503, ''), 'It broke.'],
  [
    'a page of some proxy',
    new ApiError(502, undefined),
    'The server sent an unexpected reply (502). Try again in a moment.',
  ],
  [
    'no answer at all',
    new ApiError(undefined, undefined),
    'Couldn’t reach the server. Check your connection and try again.',
  ],
  ['an error of our own', new TypeError('x is undefined'), 'x is undefined'],
  ['an error without words', new Error(''), 'An error occurred'],
  ['something that is no error', 'x', 'An error occurred'],
])('tells %s', (_what, error, text) => {
  expect(formatError(error)).toBe(text);
});
