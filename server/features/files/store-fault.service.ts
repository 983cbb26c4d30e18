/** Tells trouble with the file store from every other error, for services that take it into account. */

interface StoreFault extends Error {
  /** As the gateway names it: `absent` for a file that is not there, `down` where nothing answers. */
  kind: string;
}

/** @param error whatever was thrown */
export function isStoreFault(error: unknown): error is StoreFault {
  return error instanceof Error && 'kind' in error && 'service' in error && error.service === 'files';
}
