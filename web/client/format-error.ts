/** Formats an error for a toast or a line of text. */
import { ApiError } from './call.ts';

/** Fallback for an error without a message. */
export const FALLBACK = 'An error occurred';
/** From here on the error is the server's, and its log has details. */
const SERVER_FAULT = 500;

/** @returns the server's words; of a fault on its side with the reference that names it in the log */
export function formatError(error: unknown): string {
  if (!(error instanceof Error) || error.message === '') return FALLBACK;
  const fields = error instanceof ApiError && error.code === 'invalid' ? listFieldErrors(error) : [];
  if (fields.length > 0) return fields.join(' ');
  const isServerFault = error instanceof ApiError && (error.status ?? 0) >= SERVER_FAULT;
  const reference = isServerFault ? error.failure?.request_id : undefined;
  return reference ? `${error.message} Reference: ${reference}` : error.message;
}

/** Messages of the fields say more than a general message. */
function listFieldErrors({ failure }: ApiError): string[] {
  const texts = Object.entries(failure?.errors ?? {}).flatMap(([field, [text]]) => {
    if (text === undefined) return [];
    const sentence = /^\p{Lu}/u.test(text) ? text : `${field} ${text}`;
    return [/[.!?]$/.test(sentence) ? sentence : `${sentence}.`];
  });
  return [...new Set(texts)];
}
