/** Counts the errors of a gateway, whichever of its methods they come out of. */
import { Readable } from 'node:stream';
import { GatewayError } from './gateway-error.ts';

export type CountFault = (gateway: string, kind: string) => void;

/**
 * Wraps each method: errors pass as they are.
 * @param count gets the service and the kind of each GatewayError
 */
export function watchFaults<Gateway extends object>(gateway: Gateway, count: CountFault): Gateway {
  const note = (error: unknown) => {
    if (error instanceof GatewayError) count(error.service, error.kind);
  };
  const watch = (method: (...given: unknown[]) => unknown) =>
    (...given: unknown[]): unknown => {
      try {
        return follow(method(...given));
      } catch (error) {
        note(error);
        throw error;
      }
    };
  const follow = (result: unknown): unknown => {
    if (result instanceof Readable) return result.once('error', note);
    if (result instanceof Promise)
      return result.then(follow, (error: unknown) => {
        note(error);
        throw error;
      });
    return isAsyncIterable(result) ? noteThrown(result, note) : result;
  };
  const entries = Object.entries(gateway).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'function' ? watch(value as Parameters<typeof watch>[0]) : value,
  ]);
  return Object.fromEntries(entries) as Gateway;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function* noteThrown(source: AsyncIterable<unknown>, note: (error: unknown) => void) {
  try {
    yield* source;
  } catch (error) {
    note(error);
    throw error;
  }
}
