/**
 * Every form of the application is submitted by a `SubmitButton`, which is disabled meanwhile.
 * @vitest-environment node
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The project form has its own bar, and the last is the frame of the others. */
const OWN = ['web/features/projects/', 'web/kit/submit-form.tsx'];

test('each form is submitted by the button that is disabled meanwhile', () => {
  const forms = globSync('web/**/*.tsx').filter(
    (file) => !file.includes('.test.') && /<(form|SubmitForm)\b/.test(readFileSync(file, 'utf8')),
  );
  const others = forms.filter(
    (file) =>
      !OWN.some((folder) => file.startsWith(folder)) && !readFileSync(file, 'utf8').includes('<SubmitButton'),
  );
  expect(forms.length).toBeGreaterThan(5);
  expect(others).toEqual([]);
});
