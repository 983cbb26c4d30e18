/**
 * Memory budgets of bodies that are being read. Each body is charged for the bytes that have arrived to its user, its
 * network and the total. When a shared budget runs out, the largest holder loses a body.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '../app-error.ts';
import { BODY_BUDGETS, BODY_BYTES, CHUNK_COST_BYTES, MIN_BODY_BYTES_PER_SECOND } from './limits.ts';

interface Limits {
  ofAll: number;
  ofNetwork: number;
  /** Only for endpoints that need an account. */
  ofUser?: number;
}

/** Kinds of requests with separate budgets, so that none starves another. */
type BudgetName = keyof typeof BODY_BUDGETS;

interface BudgetOptions {
  /** Maps IP addresses that count as one client to the same name. */
  nameNetwork?: (ip: string) => string;
  budgets?: Readonly<Record<BudgetName, Limits>>;
}

/** Total that a body counts toward: overall, its network's or its user's. */
interface Account {
  key: string;
  max: number;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A body that is still arriving. */
interface Body {
  exchange: Exchange;
  bytes: number;
  /** From the total to the user. */
  accounts: readonly Account[];
}

export type BodyBudget = ReturnType<typeof createBodyBudget>;

export function createBodyBudget({ nameNetwork = (ip) => ip, budgets = BODY_BUDGETS }: BudgetOptions = {}) {
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
  const refuse = (body: Body, code: 'too_many' | 'overloaded') => {
    arriving.delete(body);
    add(body, -body.bytes);
    endBody(body.exchange, new AppError(code));
  };
  /** Finds, among bodies that share the account at this level, one of the network, then the user, with the most bytes. */
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
        refuse(heaviest, heaviest === body && level === 0 ? 'overloaded' : 'too_many');
      }
    }
  };
  return {
    /**
     * Charges the body of a request until its response is finished.
     * @throws AppError `too_large` if `content-length` exceeds the limit of the endpoint
     */
    open(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): void {
      const { caller, headers, ip, raw } = request;
      const { bodyBytes: limit = BODY_BYTES } = endpoint;
      if (Number(headers['content-length'] ?? 0) > limit) throw new AppError('too_large');
      if (!hasBody(raw)) return;
      const name = nameBudget(endpoint);
      const { ofAll, ofNetwork, ofUser }: Limits = budgets[name];
      const accounts = [
        { key: name, max: ofAll },
        { key: `${name} from ${nameNetwork(ip)}`, max: ofNetwork },
      ];
      if (ofUser !== undefined && caller !== null && 'actor' in caller)
        accounts.push({ key: `${name} of ${caller.actor.userId}`, max: ofUser });
      const body: Body = { exchange: { request, reply }, bytes: 0, accounts };
      arriving.add(body);
      // The listener starts the stream, so it is paused until the body is read.
      raw.on('data', (chunk: Buffer) => charge(body, chunk.length + CHUNK_COST_BYTES)).pause();
      raw.once('end', () => arriving.delete(body));
      reply.raw.once('close', () => {
        arriving.delete(body);
        add(body, -body.bytes);
        // Discards the rest of a body whose response was sent early.
        raw.resume();
      });
    },
  };
}

function nameBudget({ access, bodyBytes = BODY_BYTES, signature }: Endpoint): BudgetName {
  if (signature !== undefined) return 'webhook';
  if (access === 'public') return 'visitor';
  return bodyBytes > BODY_BYTES ? 'upload' : 'call';
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Makes the reader of the body answer with the error and close the connection; closes it if the body isn't read. */
function endBody({ request: { raw }, reply }: Exchange, error: AppError): void {
  if (!reply.raw.headersSent && raw.listenerCount('error') > 0) raw.emit('error', error);
  else raw.socket.destroySoon();
}

/**
 * Ends a body that arrives below the minimum rate. An idle timeout isn't enough: one byte a second would hold a
 * connection and its memory for as long as a request may take.
 * @param windowMs interval of the checks
 */
export function cutSlowBody(exchange: Exchange, windowMs: number): void {
  const { raw } = exchange.request;
  const socket: Partial<typeof raw.socket> = raw.socket;
  // The socket of an injected test request doesn't count bytes.
  if (!hasBody(raw) || socket.bytesRead === undefined) return;
  const minBytes = (windowMs / 1000) * MIN_BODY_BYTES_PER_SECOND;
  let bytes = socket.bytesRead;
  const check = () => {
    const arrived = (socket.bytesRead ?? 0) - bytes;
    bytes += arrived;
    if (!raw.complete && arrived < minBytes) endBody(exchange, new AppError('request_timeout'));
  };
  // After the sockets are read: bytes may have arrived while the process was busy.
  const timer = setInterval(() => setImmediate(check), windowMs);
  const stop = () => clearInterval(timer);
  raw.once('end', stop).once('close', stop);
}
