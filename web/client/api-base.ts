/**
 * Base URL of the API: the page's own origin, or another one set at build time (`VITE_API_BASE`). The server
 * signs file paths without an origin, so their URLs are completed on receipt and shortened again before they
 * are sent back.
 */
const PATH = '/api/v1';
const FILES = `${PATH}/files/`;

export interface ApiBase {
  /** @param path as in the contract */
  locate(path: string): string;
  parse(text: string): unknown;
  write(body: unknown): string;
}

/** @param base another origin */
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

/** A same-origin build drops the other branch. */
export const api: ApiBase = import.meta.env.VITE_API_BASE
  ? createApiBase(import.meta.env.VITE_API_BASE)
  : { locate: (path) => path, parse: (text) => JSON.parse(text), write: (body) => JSON.stringify(body) };
