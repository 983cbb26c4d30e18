/**
 * Lists every column with encrypted values. Values of a missing column would be lost with the old secret key.
 */
import { nameSecret } from '../features/account/two-factor.service.ts';
import { VERIFIER } from '../features/integrations/consent.service.ts';
import { TOKEN } from '../features/integrations/connection.service.ts';
import type { SealedColumn } from '../features/operation/reseal.service.ts';
import { deriveKeys, type Secrets } from '../gateways/secret-key.ts';
import { createTokenSeal } from '../gateways/token-seal.ts';

const nameUser = (id: string) => nameSecret(Number(id));

export function listSealedColumns(secrets: Secrets): SealedColumn[] {
  const seal = createTokenSeal(...deriveKeys(secrets, 'outside tokens'));
  const factors = createTokenSeal(...deriveKeys(secrets, 'two-factor secrets'));
  const userColumn = { table: 'user_two_factor', key: 'user_id', seal: factors, about: nameUser };
  return [
    { table: 'integrations', key: 'id', column: 'sealed_token', seal, about: () => TOKEN },
    { table: 'consents', key: 'state_hash', column: 'sealed_verifier', seal, about: () => VERIFIER },
    { ...userColumn, column: 'secret' },
    { ...userColumn, column: 'pending_secret' },
  ];
}
