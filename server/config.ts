/**
 * Reads the configuration, once, from the environment. This is the only file that looks there; all
 * mistakes are told together, so that nobody has to start five times to mend five settings.
 */
import { isIP } from 'node:net';
import { z } from 'zod';

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a whole number from 0 to 65535');

const proxies = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine(
    (list) => list.every(isAddressRange),
    'must be addresses or ranges such as 10.0.0.0/8, with commas',
  );

const schema = z.object({
  PORT: port.default(8080),
  HOST: z.string().trim().min(1, 'must name an address').default('127.0.0.1'),
  TRUSTED_PROXIES: proxies.default([]),
  npm_lifecycle_event: z.string().optional(),
});

export interface Config {
  /** 0 lets the system choose. */
  port: number;
  host: string;
  /** Addresses whose `X-Forwarded-…` headers are believed. */
  trustedProxies: string[];
  /** npm says so to the scripts that it runs. */
  isRunByNpm: boolean;
}

/** All settings that cannot be used, one line each. */
export class ConfigError extends Error {
  readonly lines: string[];

  constructor(lines: string[]) {
    super(`The configuration cannot be used:\n${lines.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.lines = lines;
  }
}

/**
 * Reads and checks all settings; an empty value counts as not set.
 * @throws ConfigError that lists every wrong setting
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return `${name}=${given[name] ?? ''} ${issue.message}. See .env.example.`;
      }),
    );
  }
  const { PORT, HOST, TRUSTED_PROXIES, npm_lifecycle_event: script } = result.data;
  return { port: PORT, host: HOST, trustedProxies: TRUSTED_PROXIES, isRunByNpm: script !== undefined };
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
