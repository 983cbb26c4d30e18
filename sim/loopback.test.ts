import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startCustomerSites } from './customer-sites.ts';
import { startGoogle } from './google/google.ts';
import { startMailbox } from './mailbox.ts';
import { startStripe } from './stripe/stripe.ts';

/** Counts sockets and servers that keep this process alive. */
function countHandles(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
}

async function ask(base: string, agent: Agent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  get(`${base}/`, { agent }, (response) => {
    text(response).then(() => resolve(), reject);
  }).once('error', reject);
  await promise;
}

describe('a simulator in the process of the server', () => {
  it.each([
    ['the mailbox', async () => await startMailbox()],
    ['Stripe', async () => await startStripe()],
    ['Google', async () => await startGoogle()],
    ['the customer sites', async () => await startCustomerSites()],
  ])('lets the process exit immediately while a connection to %s is kept alive', async (_name, start) => {
    const before = countHandles();
    const simulator = await start();
    simulator.unref();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(async () => {
      agent.destroy();
      await simulator.close();
      // Closed handles count until the operating system confirms it.
      await vi.waitFor(() => expect(countHandles()).toBe(before));
    });
    const base = 'address' in simulator ? simulator.address : `${simulator.base}/site.example`;
    await ask(base, agent);
    await expect.poll(() => Object.keys(agent.freeSockets).length).toBe(1);
    expect(countHandles()).toBe(before);
  });
});
