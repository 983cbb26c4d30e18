/** An authenticator app, and the setup of two-factor sign-in over HTTP. */
import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';

/** @returns the authenticator code of the secret at that time */
export function makeCode(secret: string, at: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at });
}

/** Turns on two-factor sign-in. @param at time of the server's clock @returns the secret and the recovery codes */
export async function turnOnTwoFactor(
  app: FastifyInstance,
  { headers }: { headers: { authorization: string } },
  { password, at }: { password: string; at: number },
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const post = async <Data>(path: string, payload: object) => {
    const url = `/api/v1/account/two-factor/${path}`;
    const reply = await app.inject({ method: 'POST', url, headers, payload });
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.body}`);
    return reply.json<{ data: Data }>().data;
  };
  const { secret } = await post<{ secret: string }>('start', { password });
  const { recovery_codes: recoveryCodes } = await post<{ recovery_codes: string[] }>('confirm', {
    code: makeCode(secret, at),
  });
  return { secret, recoveryCodes };
}
