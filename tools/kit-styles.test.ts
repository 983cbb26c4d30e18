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

test('accepts components with their styles, and shared styles', () => {
  expect(findStyleFaults(modules, styles('global', 'Button', 'CheckboxCard'))).toEqual([]);
});

test('reports a component without styles, with the import to add', () => {
  expect(findStyleFaults(modules, styles('global', 'Button'))).toEqual([
    'web/app/kit.css lacks the styles of CheckboxCard: import @mantine/core/styles/CheckboxCard.layer.css',
  ]);
});

test('reports unused styles', () => {
  expect(findStyleFaults(modules, styles('Button', 'CheckboxCard', 'Tree'))).toEqual([
    'web/app/kit.css has unused styles of Tree',
  ]);
});
