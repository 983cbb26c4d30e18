import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FormBar } from './form-bar.tsx';

it('tells the page that it is there, so that toasts stay above it, and takes that back when it goes', () => {
  const { unmount } = render(
    <MantineProvider>
      <FormBar buttons={null} />
    </MantineProvider>,
  );
  expect(document.body.dataset.formBar).toBe('');
  unmount();
  expect(document.body.dataset.formBar).toBeUndefined();
});
