/** The whole table: one line for each noun. What is not in it does not exist for a caller. */
import type { Endpoint } from './endpoint.ts';
import { operationContract } from './operation.contract.ts';

export const endpoints = {
  operation: operationContract,
} as const;

/** Every endpoint of the table in one list. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap((contract) =>
  Object.values(contract),
);
