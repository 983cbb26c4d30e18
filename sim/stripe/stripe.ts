/**
 * Stripe on loopback: its API with idempotency keys, its hosted pages and its webhooks. Switches make it slow, limited,
 * broken, or lose the answer after the effect.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Loopback, listenOnLoopback, NO_ICON } from '../loopback.ts';
import { answerCall } from './api.ts';
import { fillCatalog } from './catalog.ts';
import { readParams } from './form-body.ts';
import { StripeFault } from './objects.ts';
import { answerPage } from './pages.ts';
import { openState, type State } from './state.ts';
import { advance, type StripeContext } from './subscriptions.ts';
import { API_VERSION, createWebhooks, type Deliver, type Webhooks } from './webhooks.ts';

/**
 * What goes wrong with one call: the answer is lost after the effect, the connection before it, Stripe wants less,
 * fails, answers something else, or never.
 */
export type StripeTrouble = 'answer-lost' | 'unreachable' | 'limited' | 'down' | 'garbage' | 'silent';

interface StripeOptions {
  /** 0 takes a free one. */
  port?: number;
  /** Keeps everything from one start to the next. */
  file?: string;
  secretKey?: string;
  webhookSecret?: string;
  account?: string;
  /** Where webhooks go: an address, or a function that takes them. */
  webhook?: string | Deliver;
}

/** Its base replaces https://api.stripe.com; the hosted pages are there, too. */
export interface Stripe extends Loopback {
  secretKey: string;
  webhookSecret: string;
  state: State;
  webhooks: Webhooks;
  /** Method and path of every call, in order. */
  calls: string[];
  /** Decides about each call, which waits for a promise; nothing goes wrong without it. */
  trouble: ((call: string) => StripeTrouble | undefined | Promise<StripeTrouble | undefined>) | undefined;
  /** Holds the answer of a call after its effect: it arrives late, with what was true before. */
  delay: ((call: string) => Promise<void> | undefined) | undefined;
  /** Lets days pass, with what is due on them. */
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
  const { status, text } = answer(stripe, request, { call, method, path, text: body || search.slice(1) });
  await stripe.delay?.(call);
  // The effect stays; the caller does not learn of it.
  if (trouble === 'answer-lost') return void response.destroy();
  send(response, status, text);
}

interface Call {
  call: string;
  method: string;
  path: string;
  /** Its parameters, as they came. */
  text: string;
}

/** A write that comes again under its key gets the answer of the first time (docs.stripe.com/api/idempotent_requests). */
function answer(
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
    body = JSON.stringify(answerCall({ state, webhooks }, { method, path }, readParams(text)));
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
    const page = answerPage({ state, webhooks }, { method, path }, readParams(body));
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
  // The real one says so of what will not pass within a moment.
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
