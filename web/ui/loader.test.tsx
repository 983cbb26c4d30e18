import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Loader } from './loader.tsx';

test('the loader is 80 by 80 in #FE6432', () => {
  const { container } = render(<Loader />);
  const svg = container.querySelector('svg');
  expect([svg?.getAttribute('width'), svg?.getAttribute('height')]).toEqual(['80', '80']);
  // This document has no stylesheet, so the color is the variable for "now".
  expect(svg?.style.fill).toBe('var(--live)');
  expect(readFileSync('web/app/tokens.css', 'utf8')).toMatch(/--live: #fe6432;/i);
});
