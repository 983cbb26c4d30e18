/** Rows about the browser: what it loads. */
import { join } from 'node:path';
import { weighWeb } from '../tools/web-weight.ts';
import { buildWeb } from './bench-house.ts';
import type { BenchRow } from './bench-rows.ts';
import { ROOT } from './served.ts';

const KB = 1000;

/** JavaScript as it travels, gzipped, read from the built files. */
export function measureScripts(): BenchRow[] {
  buildWeb();
  const { signInBytes, frameBytes, pages } = weighWeb(join(ROOT, 'dist', 'web'));
  const [heaviest] = pages;
  return [
    {
      measure: 'JavaScript until the sign-in form can be used',
      figure: signInBytes / KB,
      unit: 'kB',
      must: 200,
    },
    { measure: '  the shell behind the sign-in, once', figure: frameBytes / KB, unit: 'kB' },
    {
      measure: `  the heaviest page more: ${heaviest?.name ?? 'none'}`,
      figure: (heaviest?.bytes ?? 0) / KB,
      unit: 'kB',
      must: 60,
    },
  ];
}
