/**
 * React in development keeps for each element the stack of the code that made it: a fifth of the time of component
 * tests, for a tool that is not there. It stops by itself after ten thousand in a second; here it has had them already.
 */
import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const COUNT = 'recentlyCreatedOwnerStacks';

const internals: unknown = Reflect.get(React, INTERNALS);
if (typeof internals !== 'object' || internals === null || !(COUNT in internals)) {
  throw new Error(`React has no ${COUNT} any more: look how this version limits its stacks.`);
}
Object.defineProperty(internals, COUNT, { get: () => Infinity, set: () => {}, configurable: true });
