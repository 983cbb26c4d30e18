/** The URL field shows what is wrong with the typed text next to the text of its rule. */
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { webLink } from '#contract/fields.ts';
import { findSiteFault } from '#contract/project-shapes.ts';
import { UrlField } from './url-field.tsx';

const RULE = 'Enter a valid URL';

function readError(value: string, findFault?: (text: string) => string | undefined) {
  const error = findFault === undefined ? webLink().safeParse(value).error?.issues[0]?.message : RULE;
  render(
    <MantineProvider env="test">
      <UrlField
        label="Link"
        value={value}
        error={error}
        onChange={() => undefined}
        {...(findFault && { findFault })}
      />
    </MantineProvider>,
  );
  const { id } = screen.getByLabelText('Link');
  return document.getElementById(`${id}-error`)?.textContent;
}

test.each([
  ['www.example.com/video', 'Start with https://'],
  ['ftp://example.com', 'Start with https://'],
  ['https:/example.com', 'Start with https://'],
  ['https://', 'Add the domain after https://'],
  ['https://my site.com', 'Spaces aren’t allowed'],
  ['https://[', 'Check the domain after https://'],
  [`https://example.com/${'x'.repeat(2048)}`, 'Use at most 2,048 characters'],
])('%s: the text of the rule is unchanged, and the hint follows it', (value, hint) => {
  expect(readError(value)).toBe(`${RULE}. ${hint}`);
  expect(screen.getByText(RULE).textContent).toBe(RULE);
});

test.each([
  ['https://example.com/?a', 'Remove the “?”'],
  ['https://example.com/#a', 'Remove the “#”'],
  ['https://a@b.example', 'Remove the “@”'],
  ['https://example.com/a b', 'Spaces aren’t allowed'],
])('%s is a valid link but not a base URL: the hint is that of the field’s own rule', (value, hint) => {
  expect(readError(value, findSiteFault)).toBe(`${RULE}. ${hint}`);
});

test('shows an error of another kind as it is', () => {
  render(
    <MantineProvider env="test">
      <UrlField label="Link" value="" error="Link to video is required" onChange={() => undefined} />
    </MantineProvider>,
  );
  expect(screen.getByText('Link to video is required')).toBeTruthy();
});
