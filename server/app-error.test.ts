import { expect, it } from 'vitest';
import { adviseOnFolder } from './app-error.ts';

it.each([
  ['ENOSPC', /^The disk is full\. Free some space/],
  ['EDQUOT', /^The disk is full\. Free some space/],
  ['EACCES', /^Set GEOLOOM_DATA_DIR to a folder that this user may read and write\.$/],
  [undefined, /^Set GEOLOOM_DATA_DIR to a folder/],
])('advises on a folder that fails with %s according to its cause', (code, advice) => {
  expect(adviseOnFolder({ code })).toMatch(advice);
});
