import { describe, expect, test } from 'vitest';
import type { Inspection } from '#engine';
import type { InspectMessage } from './inspect.worker.ts';
import { createInspector } from './inspector.ts';

/** A port that keeps what was sent and lets the test speak for the reader. */
class Port extends EventTarget {
  sent: unknown[] = [];
  isOpen = true;

  postMessage(message: unknown): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.isOpen = false;
  }

  say(data: InspectMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  die(message: string): void {
    this.dispatchEvent(new ErrorEvent('error', { message }));
  }
}

function openInspector() {
  const ports: Port[] = [];
  const inspector = createInspector({ footer: 'footer', keep: '', site: '' }, () => {
    const port = new Port();
    ports.push(port);
    return port;
  });
  return { inspector, ports };
}

const seed = new File(['<rss/>'], 'seed.xml');
const inspection = (code: string): Inspection => ({ problems: [{ code, severity: 'notice', text: code }] });

describe('the page’s side of the reader', () => {
  test('starts no worker before there is something to read', () => {
    const { inspector, ports } = openInspector();
    expect(ports).toHaveLength(0);
    inspector.change({ seed });
    expect(ports).toHaveLength(1);
    expect(ports[0]?.sent).toEqual([
      { kind: 'change', revision: 1, seed, sheet: null, footer: 'footer', keep: '', site: '' },
    ]);
  });

  test('sends only what changed', () => {
    const { inspector, ports } = openInspector();
    inspector.change({ seed });
    inspector.change({ footer: 'other' });
    expect(ports[0]?.sent[1]).toEqual({ kind: 'change', revision: 2, footer: 'other' });
  });

  test('drops the answer to inputs that are no longer there', () => {
    const { inspector, ports } = openInspector();
    inspector.change({ seed });
    inspector.change({ footer: 'other' });
    ports[0]?.say({ kind: 'answer', revision: 1, inspection: inspection('old') });
    expect(inspector.getState()).toMatchObject({ isBusy: true });
    expect(inspector.getState().answer).toBeUndefined();
    ports[0]?.say({ kind: 'answer', revision: 2, inspection: inspection('new') });
    expect(inspector.getState().answer?.inspection.problems[0]?.code).toBe('new');
    expect(inspector.getState().isBusy).toBe(false);
  });

  test('keeps the old answer, with its inputs, while a new one is worked on', () => {
    const { inspector, ports } = openInspector();
    inspector.change({ seed });
    ports[0]?.say({ kind: 'answer', revision: 1, inspection: inspection('first') });
    inspector.change({ seed: null });
    expect(inspector.getState().answer?.inputs.seed).toBe(seed);
    expect(inspector.getState().inputs.seed).toBeNull();
  });

  test('a reader that dies leaves a reason, and a new one gets everything', () => {
    const { inspector, ports } = openInspector();
    inspector.change({ seed });
    ports[0]?.die('out of memory');
    expect(inspector.getState()).toMatchObject({ isBusy: false, failure: 'out of memory' });
    expect(ports[0]?.isOpen).toBe(false);
    inspector.retry();
    expect(ports[1]?.sent).toEqual([
      { kind: 'change', revision: 2, seed, sheet: null, footer: 'footer', keep: '', site: '' },
    ]);
    expect(inspector.getState().failure).toBeUndefined();
  });

  test('a fix that is under way when the reader dies ends without bytes', async () => {
    const { inspector, ports } = openInspector();
    inspector.change({ seed });
    const fixed = inspector.fixSeed('[a]', '[b]');
    ports[0]?.die('gone');
    expect(await fixed).toBeUndefined();
  });

  test('a fix gives the bytes back to the one who asked', async () => {
    const { inspector, ports } = openInspector();
    inspector.change({ seed });
    const fixed = inspector.fixSeed('[a]', '[b]');
    const request = ports[0]?.sent[1];
    expect(request).toMatchObject({ kind: 'fix', wrong: '[a]', right: '[b]' });
    const id = (request as { id: number }).id;
    const fixes = [{ wrong: '[a]', right: '[b]' }];
    ports[0]?.say({ kind: 'fixed', id, bytes: new Uint8Array([1]), fixes });
    expect(await fixed).toEqual({ bytes: new Uint8Array([1]), fixes });
    const converted = inspector.convertSeed();
    expect(ports[0]?.sent[2]).toMatchObject({ kind: 'convert' });
    ports[0]?.say({ kind: 'fixed', id: (ports[0].sent[2] as { id: number }).id });
    expect(await converted).toBeUndefined();
  });
});
