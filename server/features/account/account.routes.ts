/** Binds the endpoints of accounts to their answers. */
import { accountContract } from '#contract/account.contract.ts';
import { googleSignInContract } from '#contract/google-sign-in.contract.ts';
import { profileContract } from '#contract/profile.contract.ts';
import { twoFactorContract } from '#contract/two-factor.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { AccountService } from './account.service.ts';

export function accountRoutes(service: AccountService): Routes {
  return answer(accountContract, service);
}

export function googleSignInRoutes({ googleSignIns }: AccountService): Routes {
  return answer(googleSignInContract, googleSignIns);
}

export function twoFactorRoutes({ twoFactor }: AccountService): Routes {
  return answer(twoFactorContract, twoFactor.endpoints);
}

export function profileRoutes({ profile, impersonation }: AccountService): Routes {
  return answer(profileContract, {
    ...profile,
    async loginBack(_input, caller) {
      await impersonation.loginBack(caller);
      return {};
    },
  });
}
