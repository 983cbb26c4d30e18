/**
 * The only place that names keys of the browser's storage. For now there is one: the colour scheme.
 * `public/color-scheme.js` reads the same key before the first paint.
 */
import { localStorageColorSchemeManager } from '@mantine/core';

export const COLOR_SCHEME_KEY = 'colorScheme';

export const colorSchemeManager = localStorageColorSchemeManager({ key: COLOR_SCHEME_KEY });
