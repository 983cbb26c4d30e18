/** Parses bodies and queries of Stripe's clients: `items[0][price]=price_1` becomes nested objects. */
import { invalid } from './objects.ts';

export interface Params {
  [name: string]: string | Params;
}

export function readParams(body: string): Params {
  const params: Params = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/\[|\]\[|\]/).filter((part) => part !== '');
    // `expand[]=a&expand[]=b` gets numbers as keys.
    if (name.endsWith('[]')) path.push(String(Object.keys(read(params, path) ?? {}).length));
    let place = params;
    for (const part of path.slice(0, -1)) {
      const next = place[part];
      place = typeof next === 'object' ? next : (place[part] = {});
    }
    place[path.at(-1) ?? ''] = value;
  }
  return params;
}

function read(params: Params, path: readonly string[]): Params | undefined {
  let place: string | Params | undefined = params;
  for (const part of path) place = typeof place === 'object' ? place[part] : undefined;
  return typeof place === 'object' ? place : undefined;
}

export function text(params: Params, name: string): string | undefined {
  const value = params[name];
  return typeof value === 'string' ? value : undefined;
}

/** @throws StripeFault 400 if it is missing */
export function requireText(params: Params, name: string): string {
  const value = text(params, name);
  if (value === undefined || value === '') throw invalid(`Missing required param: ${name}.`);
  return value;
}

export function nested(params: Params, name: string): Params {
  const value = params[name];
  return typeof value === 'object' ? value : {};
}

export function flag(params: Params, name: string): boolean | undefined {
  const value = text(params, name);
  return value === undefined ? undefined : value === 'true';
}

export function texts(params: Params, name: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(nested(params, name)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}
