import { expect, test } from 'vitest';
import { projectFields } from '#contract/project-shapes.ts';
import { createKey } from './create-key.ts';

test('is a UUID that the server takes, and never the same', () => {
  const keys = Array.from({ length: 200 }, createKey);
  expect(new Set(keys).size).toBe(200);
  for (const key of keys)
    expect(projectFields.safeParse({ title: 'x', script: 'a', key }).success).toBe(true);
});
