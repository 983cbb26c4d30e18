/**
 * The guarded fetch against real listeners on loopback. Only the configured base may be reached on loopback;
 * `hits` counts requests that got through.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGuardedFetch, fetchAt, type GuardedRequest, type GuardOptions } from './guarded-fetch.ts';
import { PRIVATE_ADDRESSES, LOOPBACK_HOSTS } from './outbound-fixture.ts';
import { OutboundError } from './outbound-error.ts';

const CSV: GuardedRequest = { types: ['text/csv'], maxBytes: 10_000 };
const plain: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end('city\r\n');
};

let server: Server;
let base: string;
let port: number;
let hits: string[];
let handler: RequestListener;
const toClose: { close(): unknown }[] = [];

function listen(host: string, at: number, listener: RequestListener): Promise<Server> {
  return new Promise((resolve, reject) => {
    const made = createServer(listener);
    toClose.push(made);
    made.once('error', reject).listen(at, host, () => resolve(made));
  });
}

beforeAll(async () => {
  server = await listen('127.0.0.1', 0, (request, response) => {
    hits.push(request.url ?? '');
    handler(request, response);
  });
  server.on('connection', () => hits.push('connection'));
  port = (server.address() as AddressInfo).port;
  base = `http://127.0.0.1:${port}`;
});

afterEach(() => {
  handler = plain;
  hits = [];
});
hits = [];
handler = plain;

afterAll(() => {
  server.closeAllConnections();
  for (const each of toClose) each.close();
});

/** The reason why a URL was rejected. */
async function refusal(address: string, options: GuardOptions = {}, request = CSV): Promise<string> {
  const error = await createGuardedFetch(options)(address, request).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof OutboundError ? error.reason : `not refused: ${String(error)}`;
}

describe('user-supplied URLs', () => {
  it.each(LOOPBACK_HOSTS)('never reach http://%s', async (host) => {
    expect(await refusal(`http://${host}:${port}/`)).toBe('address');
    expect(hits).toEqual([]);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://example.com:70/',
    'data:text/csv,city',
    'javascript:alert(1)',
    'jar:http://example.com!/',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'http://',
    'http://[::1',
    'http://256.256.256.256/',
    'example.com',
    '',
  ])('are rejected as %s', async (address) => {
    const resolve = () => Promise.reject(new Error('nobody may ask'));
    expect(await refusal(address, { resolve })).toBe('address');
  });

  it.each(PRIVATE_ADDRESSES)('are rejected if their host resolves to %s', async (address) => {
    const resolve = () => Promise.resolve([address]);
    expect(await refusal(`http://towns.example:${port}/`, { resolve })).toBe('address');
    expect(hits).toEqual([]);
  });

  it('are rejected if one of several addresses is private', async () => {
    const resolve = () => Promise.resolve(['8.8.8.8', '127.0.0.1']);
    expect(await refusal('https://towns.example/', { resolve })).toBe('address');
  });

  it('are rejected if their host has no address', async () => {
    expect(await refusal('https://towns.example/', { resolve: () => Promise.resolve([]) })).toBe('address');
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await refusal('https://towns.example/', { resolve })).toBe('broken');
  });

  it("are rejected by the caller's own check before a DNS lookup", async () => {
    const names: string[] = [];
    const resolve = (host: string) => Promise.resolve([names.push(host).toString()]);
    const request = { ...CSV, isAllowed: (address: URL) => address.hostname === 'other.example' };
    expect(await refusal('https://towns.example/', { resolve }, request)).toBe('address');
    expect(names).toEqual([]);
  });
});

describe('configured URLs', () => {
  it('pass, with type and bytes', async () => {
    const reply = await createGuardedFetch({ trustedUrls: [base] })(`${base}/x?y=1`, CSV);
    expect(reply).toMatchObject({ status: 200, type: 'text/csv' });
    expect(Buffer.from(reply.bytes).toString()).toBe('city\r\n');
    expect(hits).toContain('/x?y=1');
  });

  it('must match in port, protocol and folder', async () => {
    const options = { trustedUrls: [`${base}/sheets`] };
    for (const path of ['/', '/sheet', '/sheetsx', '/sheets/../x', '/sheets/%2e%2e/x']) {
      expect(await refusal(`${base}${path}`, options), path).toBe('address');
    }
    expect(await refusal(`https://127.0.0.1:${port}/sheets/`, options)).toBe('address');
    expect(await refusal(`http://127.0.0.1:${port + 1}/sheets/`, options)).toBe('address');
    expect(await refusal(`http://localhost:${port}/sheets/`, options)).toBe('address');
    expect(hits).toEqual([]);
    await createGuardedFetch(options)(`${base}/sheets/x`, CSV);
    expect(hits).toContain('/sheets/x');
  });
});

describe('the connection', () => {
  it('uses the checked address, even if DNS changes afterward', async () => {
    const seen: string[] = [];
    await listen('127.0.0.2', port, (request, response) => {
      seen.push('127.0.0.2');
      plain(request, response);
    });
    let asked = 0;
    // Only this resolver knows the host, so the request must have used its first result.
    const resolve = () => {
      asked += 1;
      return Promise.resolve([asked === 1 ? '127.0.0.2' : '127.0.0.1']);
    };
    const name = `http://changing.test:${port}`;
    await createGuardedFetch({ trustedUrls: [name], resolve })(`${name}/`, CSV);
    expect(seen).toEqual(['127.0.0.2']);
    expect(asked).toBe(1);
    expect(hits).toEqual([]);
  });

  it('is checked again for each redirect', async () => {
    let asked = 0;
    const resolve = () => Promise.resolve([++asked === 1 ? '127.0.0.1' : '10.0.0.1']);
    const name = `http://changing.test:${port}`;
    handler = (_request, response) => response.writeHead(302, { location: 'http://changing.test:81/' }).end();
    expect(await refusal(`${name}/`, { trustedUrls: [name], resolve })).toBe('address');
    expect(asked).toBe(2);
  });

  it("isn't shared between two requests", async () => {
    const fetch = createGuardedFetch({ trustedUrls: [base] });
    await fetch(`${base}/1`, CSV);
    await fetch(`${base}/2`, CSV);
    expect(hits.filter((hit) => hit === 'connection')).toHaveLength(2);
  });

  it('carries no cookies, no credentials and no proxy', async () => {
    let headers: string[] = [];
    handler = (request, response) => {
      headers = Object.keys(request.headers);
      plain(request, response);
    };
    await createGuardedFetch({ trustedUrls: [base] })(`${base}/`, CSV);
    expect(headers.toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('are followed for status %i', async (status) => {
    handler = (request, response) => {
      if (request.url === '/end') plain(request, response);
      else response.writeHead(status, { location: '/end' }).end();
    };
    const reply = await createGuardedFetch({ trustedUrls: [base] })(`${base}/`, CSV);
    expect(reply.status).toBe(200);
  });

  it('are followed at most three times', async () => {
    handler = (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) plain(request, response);
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    };
    const reply = await createGuardedFetch({ trustedUrls: [base] })(`${base}/3`, CSV);
    expect([reply.status, reply.url]).toEqual([200, `${base}/0`]);
    expect(await refusal(`${base}/4`, { trustedUrls: [base] })).toBe('redirects');
  });

  it('in a simulator of all sites get the URL that a site would have', async () => {
    handler = (request, response) => {
      if (request.url === '/roofs.example/a?b=1') response.writeHead(302, { location: 'c' }).end();
      else plain(request, response);
    };
    const fetch = fetchAt(base, createGuardedFetch({ trustedUrls: [base] }));
    expect((await fetch('https://roofs.example/a?b=1', CSV)).url).toBe('https://roofs.example/c');
  });

  it('never reach a forbidden listener', async () => {
    const forbidden: string[] = [];
    const other = await listen('127.0.0.1', 0, (request, response) => {
      forbidden.push(request.url ?? '');
      plain(request, response);
    });
    other.on('connection', () => forbidden.push('connection'));
    const { port: otherPort } = other.address() as AddressInfo;
    const targets = [
      ...LOOPBACK_HOSTS.map((host) => `http://${host}:${otherPort}/`),
      `//127.0.0.1:${otherPort}/`,
      `https://127.0.0.1:${otherPort}/`,
      'http://169.254.169.254/latest/meta-data/',
      'http://[fd00:ec2::254]/latest/meta-data/',
      'file:///etc/passwd',
      'gopher://127.0.0.1:6379/_INFO',
      'javascript:alert(1)',
      'http://',
    ];
    for (const target of targets) {
      // As UTF-8 bytes, which is how a server would send such a host.
      const location = Buffer.from(target).toString('latin1');
      handler = (_request, response) => response.writeHead(307, { location }).end();
      const reason = await refusal(`${base}/`, { trustedUrls: [base] });
      expect(['address', 'broken'], target).toContain(reason);
    }
    expect(forbidden).toEqual([]);
  });

  it('without a location fail', async () => {
    handler = (_request, response) => response.writeHead(302).end();
    expect(await refusal(`${base}/`, { trustedUrls: [base] })).toBe('redirects');
  });
});

describe('limits', () => {
  const body = Buffer.from('city\r\nAustin\r\n'.repeat(100));

  it.each([
    ['gzip', gzipSync(body)],
    ['br', brotliCompressSync(body)],
    ['identity', body],
  ])('accept %s', async (encoding, sent) => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': encoding }).end(sent);
    };
    const reply = await createGuardedFetch({ trustedUrls: [base] })(`${base}/`, CSV);
    expect(Buffer.from(reply.bytes).equals(body)).toBe(true);
  });

  it.each([
    ['gzip, gzip', gzipSync(gzipSync(body)), 'type'],
    ['zstd', body, 'type'],
    ['gzip', body, 'broken'],
    ['gzip', gzipSync(body).subarray(0, 30), 'broken'],
  ])('reject %s that is unsupported or corrupt', async (encoding, sent, reason) => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': encoding }).end(sent);
    };
    expect(await refusal(`${base}/`, { trustedUrls: [base] })).toBe(reason);
  });

  it.each([
    [9_999, false],
    [10_000, false],
    [10_001, true],
  ])('count %i bytes after decompression', async (size, isRefused) => {
    handler = (_request, response) => {
      const packed = gzipSync(Buffer.alloc(size, 'a'));
      response.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': 'gzip' }).end(packed);
    };
    const reason = await refusal(`${base}/`, { trustedUrls: [base] });
    expect(reason === 'size').toBe(isRefused);
  });

  it('time out a connection that is never established', async () => {
    // The system accepts the connection, but nothing responds to the TLS handshake.
    const mute = createTcpServer((socket) => socket.resume());
    toClose.push(mute);
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const address = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`;
    expect(await refusal(`${address}/`, { trustedUrls: [address], connectMs: 60 })).toBe('time');
  });

  it('time out a DNS lookup', async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    expect(await refusal('https://towns.example/', { resolve, connectMs: 60 })).toBe('time');
  });

  it.each([
    ['never responds', () => undefined],
    [
      'sends a byte at a time',
      ((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/csv' });
        const timer = setInterval(() => response.write('a'), 5);
        response.once('close', () => clearInterval(timer));
      }) satisfies RequestListener,
    ],
    [
      'sends half a byte stream and waits',
      ((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': 'gzip' });
        response.write(gzipSync(body).subarray(0, 20));
      }) satisfies RequestListener,
    ],
  ] as [string, RequestListener][])('end a request when the server %s', async (_what, slow) => {
    handler = slow;
    expect(await refusal(`${base}/`, { trustedUrls: [base], totalMs: 120 })).toBe('time');
  });

  it('count the time of all hops together', async () => {
    handler = (_request, response) => {
      setTimeout(() => response.writeHead(307, { location: '/' }).end(), 60);
    };
    expect(await refusal(`${base}/`, { trustedUrls: [base], totalMs: 100 })).toBe('time');
  });

  it('prevent a request that was aborted before it began', async () => {
    const lost: unknown[] = [];
    const onRejection = (reason: unknown) => lost.push(reason);
    process.on('unhandledRejection', onRejection);
    const signal = AbortSignal.abort(new Error('the user left'));
    await expect(createGuardedFetch()(`${base}/`, { ...CSV, signal })).rejects.toThrow('the user left');
    await setImmediate();
    process.off('unhandledRejection', onRejection);
    expect(lost).toEqual([]);
  });

  it('abort immediately', async () => {
    const leave = new AbortController();
    handler = () => leave.abort(new Error('the user left'));
    const waiting = createGuardedFetch({ trustedUrls: [base] })(`${base}/`, { ...CSV, signal: leave.signal });
    await expect(waiting).rejects.toThrow('the user left');
  });
});

describe('responses', () => {
  const result = (status: number, type: string) => {
    handler = (_request, response) => {
      response.writeHead(status, { 'content-type': type }).end('canary-7f3a');
    };
    return createGuardedFetch({ trustedUrls: [base] })(`${base}/`, CSV);
  };

  it.each(['text/html', 'text/csvx', 'application/csv', 'text/plain', ''])(
    'of type "%s" are rejected without quoting them',
    async (type) => {
      const error = await result(200, type).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ reason: 'type', kind: 'rejected', retryable: false });
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('canary');
    },
  );

  it('without success have their status, and bytes only of an accepted type', async () => {
    expect(await result(404, 'text/html')).toMatchObject({ status: 404, bytes: new Uint8Array() });
    expect((await result(404, 'text/csv')).bytes.length).toBe(11);
  });

  it('of any type are accepted if the caller allows any', async () => {
    handler = (_request, response) => void response.writeHead(200).end('city');
    const reply = await createGuardedFetch({ trustedUrls: [base] })(base, { ...CSV, types: 'any' });
    expect([reply.type, new TextDecoder().decode(reply.bytes)]).toEqual(['', 'city']);
  });

  it.each([{}, { 'content-length': '30000' }])(
    'are truncated at the allowed size with the headers %j',
    async (headers) => {
      handler = (_request, response) => void response.writeHead(200, { ...headers }).end('a'.repeat(30_000));
      const request: GuardedRequest = { ...CSV, types: 'any', isTruncated: true };
      const { bytes } = await createGuardedFetch({ trustedUrls: [base] })(base, request);
      expect(bytes.length).toBe(CSV.maxBytes);
    },
  );

  it('keep repeated headers separate', async () => {
    handler = (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/csv', 'x-robots-tag': ['a', 'b, c'] }).end();
    const { headersDistinct } = await createGuardedFetch({ trustedUrls: [base] })(base, CSV);
    expect(headersDistinct['x-robots-tag']).toEqual(['a', 'b, c']);
  });

  it('that end early are rejected', async () => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 100 });
      response.write('city', () => response.destroy());
    };
    expect(await refusal(`${base}/`, { trustedUrls: [base] })).toBe('broken');
  });

  describe('without a length', () => {
    /** Sends the beginning of a sheet; only closing the connection marks its end. */
    const begin = (end: (socket: Socket) => void) => {
      handler = ({ socket }) => {
        const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\nconnection: close\r\n\r\n';
        socket.write(`${head}city\r\nWaco\r\n`, () => end(socket));
      };
    };

    it('are complete if the server closes the connection', async () => {
      begin((socket) => socket.end());
      const { bytes } = await createGuardedFetch({ trustedUrls: [base] })(`${base}/`, CSV);
      expect(Buffer.from(bytes).toString()).toBe('city\r\nWaco\r\n');
    });

    it('are rejected if the connection is reset', async () => {
      begin((socket) => setTimeout(() => socket.resetAndDestroy(), 50));
      expect(await refusal(`${base}/`, { trustedUrls: [base] })).toBe('broken');
    });

    it('are rejected after the timeout', async () => {
      begin(() => undefined);
      expect(await refusal(`${base}/`, { trustedUrls: [base], totalMs: 120 })).toBe('time');
    });
  });

  it('with oversized headers are rejected', async () => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'x-long': 'a'.repeat(20_000) }).end();
    };
    expect(await refusal(`${base}/`, { trustedUrls: [base] })).toBe('broken');
  });
});
