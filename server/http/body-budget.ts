/**
 * Memory budgets for request bodies. The bytes received so far count toward the user, the network and the
 * total. When a shared budget is exceeded, the client that uses the most has a body aborted.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '../app-error.ts';
import { BODY_BUDGETS, MAX_BODY_BYTES, CHUNK_OVERHEAD_BYTES, MIN_BODY_BYTES_PER_SECOND } from './limits.ts';

interface Limits {
  total: number;
  perNetwork: number;
  /** Applies only to endpoints that require an account. */
  perUser?: number;
}

/** Kinds of requests with separate budgets, so that one kind can't starve another. */
type BudgetName = keyof typeof BODY_BUDGETS;

interface BudgetOptions {
  /** Maps IP addresses that count as one client to the same key. */
  toNetworkKey?: (ip: string) => string;
  budgets?: Readonly<Record<BudgetName, Limits>>;
}

/** A counter that a body is charged to: total, network or user. */
interface Account {
  key: string;
  max: number;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A request body that is still being received. */
interface Body {
  exchange: Exchange;
  bytes: number;
  /** In the order total, network, user. */
  accounts: readonly Account[];
}

export type BodyBudget = ReturnType<typeof createBodyBudget>;

export function createBodyBudget({ toNetworkKey = (ip) => ip, budgets = BODY_BUDGETS }: BudgetOptions = {}) {
  const charged = new Map<string, number>();
  const arriving = new Set<Body>();
  const getSum = ({ key }: Account) => charged.get(key) ?? 0;
  const add = (body: Body, change: number) => {
    body.bytes += change;
    for (const account of body.accounts) {
      const sum = getSum(account) + change;
      if (sum > 0) charged.set(account.key, sum);
      else charged.delete(account.key);
    }
  };
  const abort = (body: Body, code: 'too_many' | 'overloaded') => {
    arriving.delete(body);
    add(body, -body.bytes);
    abortBody(body.exchange, new AppError(code));
  };
  /**
   * Finds the body of the heaviest network, then user, among the bodies charged to the same account at this
   * level.
   */
  const findHeaviest = (body: Body, level: number): Body => {
    const weigh = ({ accounts }: Body) => accounts.slice(level + 1).map(getSum);
    const isHeavier = (one: Body, other: Body) => {
      const weights = weigh(other);
      const differing = weigh(one).findIndex((weight, index) => weight !== weights[index]);
      return differing >= 0 && (weigh(one)[differing] ?? 0) > (weights[differing] ?? 0);
    };
    let heaviest = body;
    for (const each of arriving) {
      if (each.accounts[level]?.key === body.accounts[level]?.key && isHeavier(each, heaviest))
        heaviest = each;
    }
    return heaviest;
  };
  const charge = (body: Body, bytes: number) => {
    if (!arriving.has(body)) return;
    add(body, bytes);
    for (const [level, account] of body.accounts.entries()) {
      while (arriving.has(body) && getSum(account) > account.max) {
        const heaviest = findHeaviest(body, level);
        abort(heaviest, heaviest === body && level === 0 ? 'overloaded' : 'too_many');
      }
    }
  };
  return {
    /**
     * Charges the body of a request until its response is finished.
     * @throws AppError `too_large` if `content-length` exceeds the endpoint's limit
     */
    open(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): void {
      const { caller, headers, ip, raw } = request;
      const { bodyBytes: limit = MAX_BODY_BYTES } = endpoint;
      if (Number(headers['content-length'] ?? 0) > limit) throw new AppError('too_large');
      if (!hasBody(raw)) return;
      const name = nameBudget(endpoint);
      const { total, perNetwork, perUser }: Limits = budgets[name];
      const accounts = [
        { key: name, max: total },
        { key: `${name} from ${toNetworkKey(ip)}`, max: perNetwork },
      ];
      if (perUser !== undefined && caller !== null && 'actor' in caller)
        accounts.push({ key: `${name} of ${caller.actor.userId}`, max: perUser });
      const body: Body = { exchange: { request, reply }, bytes: 0, accounts };
      arriving.add(body);
      // Adding a `data` listener starts the stream; pause it until the body is read.
      raw.on('data', (chunk: Buffer) => charge(body, chunk.length + CHUNK_OVERHEAD_BYTES)).pause();
      raw.once('end', () => arriving.delete(body));
      reply.raw.once('close', () => {
        arriving.delete(body);
        add(body, -body.bytes);
        // Discards the rest of a body after an early response.
        raw.resume();
      });
    },
  };
}

function nameBudget({ access, bodyBytes = MAX_BODY_BYTES, signature }: Endpoint): BudgetName {
  if (signature !== undefined) return 'webhook';
  if (access === 'public') return 'visitor';
  return bodyBytes > MAX_BODY_BYTES ? 'upload' : 'call';
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Fails the body parser with the error; closes the connection if no parser is attached. */
function abortBody({ request: { raw }, reply }: Exchange, error: AppError): void {
  if (!reply.raw.headersSent && raw.listenerCount('error') > 0) raw.emit('error', error);
  else raw.socket.destroySoon();
}

/**
 * Aborts a body that arrives below the minimum rate. An idle timeout isn't enough: at one byte per second, a
 * client would hold a connection and memory for as long as a request may take.
 * @param windowMs interval of the checks
 */
export function abortSlowBody(exchange: Exchange, windowMs: number): void {
  const { raw } = exchange.request;
  const socket: Partial<typeof raw.socket> = raw.socket;
  // `inject` in tests uses a socket that doesn't count bytes.
  if (!hasBody(raw) || socket.bytesRead === undefined) return;
  const minBytes = (windowMs / 1000) * MIN_BODY_BYTES_PER_SECOND;
  let bytes = socket.bytesRead;
  const check = () => {
    const arrived = (socket.bytesRead ?? 0) - bytes;
    bytes += arrived;
    if (!raw.complete && arrived < minBytes) abortBody(exchange, new AppError('request_timeout'));
  };
  // Checks after pending socket reads: bytes may have arrived while the process was busy.
  const timer = setInterval(() => setImmediate(check), windowMs);
  const stop = () => clearInterval(timer);
  raw.once('end', stop).once('close', stop);
}
