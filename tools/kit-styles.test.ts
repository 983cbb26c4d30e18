import { expect, test } from 'vitest';
import { findStyleFaults } from './kit-styles.ts';

const folder = '/somewhere/node_modules/@mantine/core';
const modules = [
  `${folder}/esm/components/Button/Button.module.mjs`,
  `${folder}/esm/components/Button/Button.mjs`,
  `${folder}/esm/components/Checkbox/CheckboxCard/CheckboxCard.module.mjs`,
];
const styles = (...names: string[]) =>
  names.map((name) => `@import '@mantine/core/styles/${name}.layer.css';`).join('\n');

test('components with their styles, and styles that belong to none, are no fault', () => {
  expect(findStyleFaults(modules, styles('global', 'Button', 'CheckboxCard'))).toEqual([]);
});

test('a component without its styles is named, with the line that brings them', () => {
  expect(findStyleFaults(modules, styles('global', 'Button'))).toEqual([
    'web/app/kit.css lacks the styles of CheckboxCard: import @mantine/core/styles/CheckboxCard.layer.css',
  ]);
});

test('styles that nothing uses are named', () => {
  expect(findStyleFaults(modules, styles('Button', 'CheckboxCard', 'Tree'))).toEqual([
    'web/app/kit.css has styles of Tree, which nothing uses',
  ]);
});
