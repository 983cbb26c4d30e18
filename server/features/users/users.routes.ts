/** Binds the calls of administrators about people to their service. */
import { usersContract } from '#contract/users.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { UsersService } from './users.service.ts';

export function usersRoutes(service: UsersService): Routes {
  return answer(usersContract, service);
}
