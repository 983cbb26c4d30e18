/** Formats an error for a toast or a line of text. */
import { ApiError } from './call.ts';

/** Fallback for an error without a message. */
export const FALLBACK = 'An error occurred';
/** First status of server errors, which are logged with details. */
const SERVER_FAULT = 500;

/** @returns the server's message; for an error of the server, with the reference of its log entry */
export function formatError(error: unknown): string {
  if (!(error instanceof Error) || error.message === '') return FALLBACK;
  const fields = error instanceof ApiError && error.code === 'invalid' ? listFieldErrors(error) : [];
  if (fields.length > 0) return fields.join(' ');
  const isServerFault = error instanceof ApiError && (error.status ?? 0) >= SERVER_FAULT;
  const reference = isServerFault ? error.failure?.request_id : undefined;
  return reference ? `${error.message} Reference: ${reference}` : error.message;
}

/** Lists the messages of invalid fields, which are more specific than the general message. */
function listFieldErrors({ failure }: ApiError): string[] {
  const texts = Object.entries(failure?.errors ?? {}).flatMap(([field, [text]]) => {
    if (text === undefined) return [];
    const sentence = /^\p{Lu}/u.test(text) ? text : `${field} ${text}`;
    return [/[.!?]$/.test(sentence) ? sentence : `${sentence}.`];
  });
  return [...new Set(texts)];
}
