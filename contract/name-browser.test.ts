import { expect, it } from 'vitest';
import { nameBrowser } from './name-browser.ts';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1', 'Safari on iOS'],
  ['curl/8.11.0', 'curl'],
  ['', 'Unknown program'],
])('names the browser of %s', (agent, name) => expect(nameBrowser(agent)).toBe(name));
