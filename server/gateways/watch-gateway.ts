/** Counts the errors of all methods of a gateway, and traces its calls. */
import { Readable } from 'node:stream';
import { GatewayError } from './gateway-error.ts';

export interface GatewayObserver {
  countFault(gateway: string, kind: string): void;
  traceCall<Result>(gateway: string, method: string, call: () => Result): Result;
}

type Method = (...given: unknown[]) => unknown;

/** Wraps each method of a gateway; results and errors are unchanged. */
export function watchGateway<Gateway extends object>(
  service: string,
  gateway: Gateway,
  { countFault, traceCall }: GatewayObserver,
): Gateway {
  const countError = (error: unknown) => {
    if (error instanceof GatewayError) countFault(error.service, error.kind);
  };
  const watch =
    (name: string, method: Method) =>
    (...given: unknown[]): unknown => {
      try {
        return follow(traceCall(service, name, () => method(...given)));
      } catch (error) {
        countError(error);
        throw error;
      }
    };
  const follow = (result: unknown): unknown => {
    if (result instanceof Readable) return result.once('error', countError);
    if (result instanceof Promise)
      return result.then(follow, (error: unknown) => {
        countError(error);
        throw error;
      });
    return isAsyncIterable(result) ? countErrors(result, countError) : result;
  };
  return new Proxy(gateway, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? watch(String(name), value as Method) : value;
    },
  });
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function* countErrors(source: AsyncIterable<unknown>, note: (error: unknown) => void) {
  try {
    yield* source;
  } catch (error) {
    note(error);
    throw error;
  }
}
