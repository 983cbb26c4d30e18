/** Converts errors of the S3 client into gateway errors. */
import { GatewayError, type GatewayErrorKind } from './gateway-error.ts';

interface StoreFault {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']);

const TEXTS: Record<GatewayErrorKind, string> = {
  unauthorized: 'The file store doesn’t accept our key.',
  limited: 'The file store is limiting our requests.',
  down: 'The file store isn’t responding.',
  rejected: 'The file store refused the request.',
  corrupt: 'A file in the store is corrupt.',
  absent: 'File not found.',
  full: 'The file store is full.',
};

/**
 * Runs one request.
 * @throws GatewayError only
 */
export async function guardStore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toStoreError(error);
  }
}

/** Classifies by status and error name of the response; without a response the store is down. */
function toStoreError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const fault = error as StoreFault;
  const kind = classifyFault(fault);
  const text = fault.name === 'NoSuchBucket' ? 'The bucket for the files doesn’t exist.' : TEXTS[kind];
  return new GatewayError(text, { service: 'files', kind, cause: error });
}

/** Returns a retryable error for an invalid response. */
export function storeDown(text: string, cause?: unknown): GatewayError {
  return new GatewayError(text, { service: 'files', kind: 'down', cause });
}

/** Returns true for a 404 of the store, for an object or its bucket. */
export function isAbsentObject(error: unknown): boolean {
  return (error as StoreFault).$metadata?.httpStatusCode === 404;
}

function classifyFault({ name, $metadata }: StoreFault): GatewayErrorKind {
  const status = $metadata?.httpStatusCode ?? 0;
  if (FULL.has(name ?? '') || status === 507) return 'full';
  if (name === 'SlowDown' || status === 429 || status === 503) return 'limited';
  if (status === 401 || status === 403) return 'unauthorized';
  // A 400 with this name means a slow connection, not an invalid request.
  if (name === 'RequestTimeout' || status === 408) return 'down';
  if (status === 404 && name !== 'NoSuchBucket') return 'absent';
  return status >= 400 && status < 500 ? 'rejected' : 'down';
}
