/**
 * Stripe on loopback: API with idempotency keys, hosted pages and webhooks. Faults can be injected.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Loopback, listenOnLoopback, NO_ICON } from '../loopback.ts';
import { handleCall } from './api.ts';
import { fillCatalog } from './catalog.ts';
import { readParams } from './form-body.ts';
import { StripeFault } from './objects.ts';
import { handlePage } from './pages.ts';
import { openState, type State } from './state.ts';
import { advance, type StripeContext } from './subscriptions.ts';
import { API_VERSION, createWebhooks, type Deliver, type Webhooks } from './webhooks.ts';

/**
 * Fault of one call: the response is lost after the effect, the connection fails before it, the rate limit is
 * reached, Stripe fails, sends garbage, or never responds.
 */
export type StripeTrouble = 'answer-lost' | 'unreachable' | 'limited' | 'down' | 'garbage' | 'silent';

interface StripeOptions {
  /** 0 for a free one. */
  port?: number;
  /** File that persists the state. */
  file?: string;
  secretKey?: string;
  webhookSecret?: string;
  account?: string;
  /** Receiver of webhooks: a URL or a function. */
  webhook?: string | Deliver;
}

/** Its base URL replaces https://api.stripe.com and has the hosted pages, too. */
export interface Stripe extends Loopback {
  secretKey: string;
  webhookSecret: string;
  state: State;
  webhooks: Webhooks;
  /** Method and path of each call, in order. */
  calls: string[];
  /** Returns the fault of a call, or a promise that delays the call. */
  trouble: ((call: string) => StripeTrouble | undefined | Promise<StripeTrouble | undefined>) | undefined;
  /** Delays the response of a call after its effect, so that it arrives with outdated data. */
  delay: ((call: string) => Promise<void> | undefined) | undefined;
  /** Moves the clock forward by days and processes everything due. */
  advance(days: number): void;
}

const KEY = 'sk_test_simulator';
const SECRET = 'whsec_simulator';
const BODY_BYTES = 1024 * 1024;

/** Starts the simulator on loopback. */
export async function startStripe(options: StripeOptions = {}): Promise<Stripe> {
  const { port = 0, file, secretKey = KEY, webhookSecret = SECRET, webhook, account } = options;
  const state = openState(file);
  if (account !== undefined) state.account = account;
  const deliver =
    typeof webhook === 'string' ? (body: string, sign: string) => post(webhook, body, sign) : webhook;
  const webhooks = createWebhooks(state, webhookSecret, deliver);
  const context: StripeContext = { state, webhooks };
  fillCatalog(context);
  const server = createServer((request, response) => {
    serve(stripe, request, response).catch(() => response.destroy());
  });
  const loopback = await listenOnLoopback(server, port);
  state.base = loopback.base;
  const stripe: Stripe = {
    ...loopback,
    secretKey,
    webhookSecret,
    state,
    webhooks,
    calls: [],
    trouble: undefined,
    delay: undefined,
    advance: (days) => {
      advance(context, days);
      state.save();
    },
    close: () => {
      webhooks.close();
      return loopback.close();
    },
  };
  return stripe;
}

async function post(address: string, body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
  const { status } = await fetch(address, { method: 'POST', body, headers, redirect: 'manual' });
  return status;
}

async function serve(stripe: Stripe, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const { pathname: path, search } = new URL(url, stripe.base);
  const body = await readBody(request);
  if (!path.startsWith('/v1/')) return servePage(stripe, { method, path }, { body, response });
  const call = `${method} ${path}`;
  stripe.calls.push(call);
  const trouble = await stripe.trouble?.(call);
  if (trouble === 'silent') return;
  if (trouble === 'unreachable') return void response.destroy();
  if (trouble === 'limited') return send(response, 429, describeFault('rate_limit', 'Too many requests.'));
  if (trouble === 'down')
    return send(response, 500, describeFault('api_error', 'An unknown error occurred.'));
  if (trouble === 'garbage') return send(response, 200, '<!DOCTYPE html><title>Not JSON</title>');
  const { status, text } = reply(stripe, request, { call, method, path, text: body || search.slice(1) });
  await stripe.delay?.(call);
  // The effect remains, but the caller gets no response.
  if (trouble === 'answer-lost') return void response.destroy();
  send(response, status, text);
}

interface Call {
  call: string;
  method: string;
  path: string;
  /** Raw parameters. */
  text: string;
}

/** Repeats the first response for an idempotency key (docs.stripe.com/api/idempotent_requests). */
function reply(
  { state, webhooks, secretKey }: Stripe,
  { headers }: IncomingMessage,
  { call, method, path, text }: Call,
) {
  if (headers.authorization !== `Bearer ${secretKey}`)
    return { status: 401, text: describeFault('invalid_request_error', 'Invalid API Key provided.') };
  const key = headers['idempotency-key'];
  const request = `${call} ${text}`;
  const known = method === 'POST' && typeof key === 'string' ? state.answers[key] : undefined;
  if (known !== undefined) {
    if (known.request === request) return { status: known.status, text: known.body };
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first used with.';
    return { status: 400, text: describeFault('idempotency_error', message) };
  }
  let status = 200;
  let body: string;
  try {
    body = JSON.stringify(handleCall({ state, webhooks }, { method, path }, readParams(text)));
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    status = error.status;
    body = JSON.stringify({ error: error.body });
  }
  if (method === 'POST' && typeof key === 'string' && (status < 400 || status === 402))
    state.answers[key] = { request, status, body };
  if (method !== 'GET') state.save();
  return { status, text: body };
}

function servePage(
  { state, webhooks }: Stripe,
  { method, path }: { method: string; path: string },
  { body, response }: { body: string; response: ServerResponse },
): void {
  const type = { 'content-type': 'text/html; charset=utf-8' };
  try {
    const page = handlePage({ state, webhooks }, { method, path }, readParams(body));
    if (method === 'POST') state.save();
    if (page === undefined)
      response.writeHead(404, type).end(`<!DOCTYPE html>${NO_ICON}<title>Not found</title>`);
    else if ('location' in page) response.writeHead(303, { location: page.location }).end();
    else response.writeHead(page.status, type).end(page.html);
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    response
      .writeHead(error.status, type)
      .end(`<!DOCTYPE html>${NO_ICON}<title>Something went wrong</title>`);
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  // Stripe sets this header on errors that a retry can't fix.
  const hint: Record<string, string> = status === 429 ? { 'stripe-should-retry': 'false' } : {};
  response
    .writeHead(status, { 'content-type': 'application/json', 'stripe-version': API_VERSION, ...hint })
    .end(text);
}

function describeFault(type: string, message: string): string {
  return JSON.stringify({ error: { type, message } });
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > BODY_BYTES) throw new Error('The body is too large.');
  }
  return text;
}
