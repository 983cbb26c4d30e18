/**
 * Stops React from recording a stack for each element in development, which took a fifth of the time of component
 * tests. React stops after ten thousand in a second; this sets its counter to that limit.
 */
import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const COUNT = 'recentlyCreatedOwnerStacks';

const internals: unknown = Reflect.get(React, INTERNALS);
if (typeof internals !== 'object' || internals === null || !(COUNT in internals)) {
  throw new Error(`React no longer has ${COUNT}: check how this version limits its stacks.`);
}
Object.defineProperty(internals, COUNT, { get: () => Infinity, set: () => {}, configurable: true });
