/**
 * The only Mantine theme: palettes, font, sizes and the defaults that all screens share. Colors of both
 * schemes are CSS variables in tokens.css, and Mantine's variables point to them, so each token is defined
 * once.
 */
import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import tabs from '#web/ui/tabs.module.css';
import controls from './controls.module.css';
import { brand, crimson, ink, night, ochre, sea } from './palettes.ts';

const SMALL = { fontSize: 13, lineHeight: '20px' } as const;
/** For inputs with the label next to them. */
const INLINE_LABEL = {
  label: { fontSize: 14, lineHeight: '20px' },
  description: { ...SMALL, paddingInlineStart: 12, color: 'var(--text2)' },
} as const;

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
  // Column heads, notes, secondary text, body, card titles, section titles.
  fontSizes: { xs: '12px', note: '12.5px', small: '13px', sm: '14px', md: '14px', lg: '15px', xl: '17px' },
  lineHeights: { xs: '16px', small: '20px', sm: '20px', md: '20px', lg: '22px', xl: '24px' },
  defaultRadius: 8,
  respectReducedMotion: true,
  // By name instead of import, because the first page needs few of them.
  components: {
    Button: {
      defaultProps: { variant: 'default' },
      classNames: { root: controls.button, section: controls.buttonSection },
    },
    ActionIcon: { classNames: { root: controls.icon } },
    CloseButton: { defaultProps: { iconSize: 18 }, classNames: { root: controls.icon } },
    SegmentedControl: {
      defaultProps: { withItemsBorders: false, transitionDuration: 180 },
      classNames: {
        root: controls.segments,
        indicator: controls.segmentsIndicator,
        label: controls.segmentsLabel,
      },
    },
    Tabs: {
      defaultProps: { variant: 'none' },
      classNames: { list: tabs.tabs, tab: tabs.tab },
    },
    Input: { classNames: { input: controls.field }, styles: { section: { color: 'var(--text2)' } } },
    InputWrapper: {
      defaultProps: { withAsterisk: false },
      styles: {
        label: { ...SMALL, marginBottom: 6, fontWeight: 500 },
        error: { ...SMALL, marginTop: 4 },
        description: { ...SMALL, color: 'var(--text2)' },
      },
    },
    PasswordInput: { classNames: { innerInput: controls.innerField } },
    Checkbox: {
      defaultProps: { color: 'sea.7', radius: 4, size: 'xs' },
      classNames: { root: controls.boxRoot, input: controls.box },
      styles: INLINE_LABEL,
    },
    Radio: { defaultProps: { color: 'sea.7' }, styles: INLINE_LABEL },
    Switch: { defaultProps: { color: 'sea.7' }, styles: INLINE_LABEL },
    Menu: {
      // The first item takes the focus itself; a separate tab stop isn't a menu item.
      defaultProps: {
        shadow: 'none',
        radius: 12,
        transitionProps: { duration: 180 },
        withInitialFocusPlaceholder: false,
      },
      classNames: {
        dropdown: controls.menu,
        item: controls.menuItem,
      },
      styles: { divider: { marginInline: -5, borderColor: 'var(--line)' } },
    },
    Pagination: { classNames: { control: controls.page } },
    Combobox: {
      // Mounting closed dropdowns computes their position, which made a screen's first task 25% longer. Fields
      // mount theirs on first focus, because key handlers and screen readers look for it before it opens.
      defaultProps: { shadow: 'none', radius: 12, transitionProps: { duration: 0 }, keepMounted: false },
      classNames: { dropdown: controls.menu, option: controls.menuItem },
      styles: { empty: { ...SMALL, padding: '8px 10px', color: 'var(--text2)', textAlign: 'left' } },
    },
    Modal: { defaultProps: { transitionProps: { duration: 260 }, overlayProps: { backgroundOpacity: 0 } } },
  },
});

/** Points Mantine's variables to our tokens. */
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
    '--mantine-line-height': '20px',
  };
  return { variables: {}, light: shared, dark: shared };
};
