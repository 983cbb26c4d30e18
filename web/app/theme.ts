/**
 * The one theme of the component kit: palettes, type, sizes and the few defaults that every screen
 * shares. Colours of the two schemes are CSS variables in tokens.css; the kit's own variables point
 * at them, so a token has one home.
 */
import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  SegmentedControl,
  Tabs,
  Textarea,
} from '@mantine/core';
import controls from './controls.module.css';
import { brand, crimson, ink, night, ochre, sea } from './palettes.ts';

export const theme = createTheme({
  colors: { brand, ink, sea, ochre, crimson, dark: night, gray: ink },
  primaryColor: 'brand',
  primaryShade: 8,
  autoContrast: true,
  white: '#FFFFFF',
  black: '#0D1C20',
  fontFamily: "'Overpass', system-ui, sans-serif",
  fontFamilyMonospace: "'Reddit Mono', ui-monospace, monospace",
  headings: { fontFamily: "'Overpass', system-ui, sans-serif", fontWeight: '600' },
  defaultRadius: 8,
  respectReducedMotion: true,
  components: {
    Button: Button.extend({
      defaultProps: { variant: 'default' },
      classNames: { root: controls.button, section: controls.buttonSection },
    }),
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { withItemsBorders: false, transitionDuration: 180 },
      classNames: {
        root: controls.segments,
        indicator: controls.segmentsIndicator,
        label: controls.segmentsLabel,
      },
    }),
    Tabs: Tabs.extend({
      defaultProps: { variant: 'none' },
      classNames: { list: controls.tabs, tab: controls.tab },
    }),
    Textarea: Textarea.extend({
      classNames: { input: controls.field, label: controls.label, error: controls.error },
    }),
  },
});

/** Points the kit's own variables at our tokens. */
export const resolveVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--sheet)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text3)',
    '--mantine-color-error': 'var(--crimson-text)',
    '--mantine-color-placeholder': 'var(--text3)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line2)',
    '--mantine-font-size-sm': '14px',
    '--mantine-line-height': '20px',
  };
  return { variables: {}, light: shared, dark: shared };
};
