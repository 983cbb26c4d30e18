/**
 * Hashes passwords with argon2id. Hashing is deliberately slow, so it runs in a queue: a flood of sign-ins
 * must not block other requests.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createHashQueue } from './hash-queue.ts';

const derive = promisify(argon2);

/** Cost of one hash; the defaults are OWASP's minimum for argon2id. */
interface HashCost {
  memoryKiB: number;
  passes: number;
}

interface VerifyResult {
  isMatch: boolean;
  /** The stored hash is cheaper than the current cost; hash again while the password is known. */
  isOutdated: boolean;
}

export interface PasswordHash {
  /**
   *
   * @param network key of the client's network, for fair queueing
   * @returns a PHC string with its own salt and cost
   * @throws AppError `too_many` if too many hashes of the network are queued
   */
  hash(password: string, network: string): Promise<string>;
  /** Without a stored hash, takes the same time and returns false. @throws AppError `too_many` */
  verify(password: string, stored: string | undefined, network: string): Promise<VerifyResult>;
  /** Highest number of concurrent hashes so far. */
  readonly peak: number;
}

const COST: HashCost = { memoryKiB: 19_456, passes: 2 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

interface Parsed extends HashCost {
  salt: Buffer;
  tag: Buffer;
}

/** Creates the hasher of this process with its queue. @param cost lower in tests that hash by the hundred */
export function createPasswordHash(cost: HashCost = COST): PasswordHash {
  const queue = createHashQueue();
  // A random hash, compared for accounts that don’t exist.
  const dummy: Parsed = { ...cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };
  return {
    async hash(password, network) {
      const salt = randomBytes(SALT_BYTES);
      return format({ ...cost, salt, tag: await queue.run(network, () => compute(password, salt, cost)) });
    },
    async verify(password, stored, network) {
      const known = stored === undefined ? dummy : parse(stored);
      const tag = await queue.run(network, () => compute(password, known.salt, known));
      return {
        isMatch: timingSafeEqual(tag, known.tag) && stored !== undefined && password.isWellFormed(),
        isOutdated: known.memoryKiB < cost.memoryKiB || known.passes < cost.passes,
      };
    },
    get peak() {
      return queue.peak();
    },
  };
}

/** Uses the exact bytes of the password, without trimming, folding or truncation. */
function compute(password: string, nonce: Buffer, cost: HashCost): Promise<Buffer> {
  return derive('argon2id', {
    message: Buffer.from(password, 'utf8'),
    nonce,
    parallelism: 1,
    tagLength: TAG_BYTES,
    memory: cost.memoryKiB,
    passes: cost.passes,
  });
}

function format({ memoryKiB, passes, salt, tag }: Parsed): string {
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=1$${toText(salt)}$${toText(tag)}`;
}

/** PHC strings use base64 without padding. */
function toText(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

function parse(stored: string): Parsed {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]{43})$/.exec(stored);
  if (parts === null) throw new Error('A stored password hash has an unknown format');
  const [, memory, passes, salt = '', tag = ''] = parts;
  return {
    memoryKiB: Number(memory),
    passes: Number(passes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}
