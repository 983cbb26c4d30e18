/**
 * Where the API is: beside the page, or at another origin that the build was told (`VITE_API_BASE`). The server signs
 * files without an origin, so their URLs are completed as they come, and shortened again before they are sent back.
 */
const PATH = '/api/v1';
const FILES = `${PATH}/files/`;

export interface ApiBase {
  /** @param path as the contract has it */
  locate(path: string): string;
  parse(text: string): unknown;
  write(body: unknown): string;
}

/** @param base of another origin */
export function createApiBase(base: string): ApiBase {
  const bare = base.replace(/\/+$/, '');
  const locate = (path: string) => bare + path.slice(PATH.length);
  const complete = (_key: string, value: unknown) =>
    typeof value === 'string' && value.startsWith(FILES) ? locate(value) : value;
  const shorten = (_key: string, value: unknown) =>
    typeof value === 'string' && value.startsWith(locate(FILES)) ? PATH + value.slice(bare.length) : value;
  return {
    locate,
    parse: (text) => JSON.parse(text, complete),
    write: (body) => JSON.stringify(body, shorten),
  };
}

/** A build for one origin leaves the other half out. */
export const api: ApiBase = import.meta.env.VITE_API_BASE
  ? createApiBase(import.meta.env.VITE_API_BASE)
  : { locate: (path) => path, parse: (text) => JSON.parse(text), write: (body) => JSON.stringify(body) };
