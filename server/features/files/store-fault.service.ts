/** Recognizes errors of the file store. */

interface StoreFault extends Error {
  /** Kind of the GatewayError: `absent` for a missing file, `down` if the store doesn't respond. */
  kind: string;
}

export function isStoreFault(error: unknown): error is StoreFault {
  return error instanceof Error && 'kind' in error && 'service' in error && error.service === 'files';
}
