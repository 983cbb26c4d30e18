/** Turns what the client of an S3-compatible store throws into errors of a gateway. */
import { GatewayError, type GatewayErrorKind } from './gateway-error.ts';

interface StoreFault {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']);

const TEXTS: Record<GatewayErrorKind, string> = {
  unauthorised: 'The file store does not accept our key.',
  limited: 'The file store is limiting our requests.',
  down: 'The file store isn’t responding.',
  rejected: 'The file store refused the request.',
  corrupt: 'A file in the store is corrupt.',
  absent: 'There is no such file.',
  full: 'The file store is full.',
};

/**
 * Runs one request.
 * @throws GatewayError, whatever the client of the store threw
 */
export async function guardStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error);
  }
}

/** Judged by the status and the name that the store answered; without a status it is down. */
export function toStoreError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const fault = error as StoreFault;
  const kind = judgeFault(fault);
  const text = fault.name === 'NoSuchBucket' ? 'The bucket of the files does not exist.' : TEXTS[kind];
  return new GatewayError(text, { service: 'files', kind, cause: error });
}

/** An answer that cannot be right: it may pass, so it is worth another try. */
export function storeDown(text: string, cause?: unknown): GatewayError {
  return new GatewayError(text, { service: 'files', kind: 'down', cause });
}

/** Whether what the client threw is the store's 404: of an object, or of its bucket. */
export function isAbsentObject(error: unknown): boolean {
  return (error as StoreFault).$metadata?.httpStatusCode === 404;
}

function judgeFault({ name, $metadata }: StoreFault): GatewayErrorKind {
  const status = $metadata?.httpStatusCode ?? 0;
  if (FULL.has(name ?? '') || status === 507) return 'full';
  if (name === 'SlowDown' || status === 429 || status === 503) return 'limited';
  if (status === 401 || status === 403) return 'unauthorised';
  // 400 with this name is a connection that the store found too slow, not a fault of the request.
  if (name === 'RequestTimeout' || status === 408) return 'down';
  if (status === 404 && name !== 'NoSuchBucket') return 'absent';
  return status >= 400 && status < 500 ? 'rejected' : 'down';
}
