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

/** @param base without a slash at its end */
export function createApiBase(base: string): ApiBase {
  const locate = (path: string) => base + path.slice(PATH.length);
  if (base === PATH)
    return { locate, parse: (text) => JSON.parse(text), write: (body) => JSON.stringify(body) };
  const complete = (_key: string, value: unknown) =>
    typeof value === 'string' && value.startsWith(FILES) ? locate(value) : value;
  const shorten = (_key: string, value: unknown) =>
    typeof value === 'string' && value.startsWith(locate(FILES)) ? PATH + value.slice(base.length) : value;
  return {
    locate,
    parse: (text) => JSON.parse(text, complete),
    write: (body) => JSON.stringify(body, shorten),
  };
}

const told: string | undefined = import.meta.env['VITE_API_BASE'];

export const api = createApiBase((told || PATH).replace(/\/+$/, ''));
