/**
 * Ten-step palettes of the product. Orange has two uses: step 5 is the brand color, only for shapes (2.96:1
 * on white); step 8 has white text on it (5.00:1). Crimson leans to pink and ochre to yellow, so that users
 * don't confuse either with orange.
 */
import type { MantineColorsTuple } from '@mantine/core';

export const brand: MantineColorsTuple = [
  '#FFF6F1',
  '#FFECE3',
  '#FFD3C2',
  '#FFB49A',
  '#FF906B',
  '#FE6432',
  '#F05927',
  '#DD4C1A',
  '#C93F0B',
  '#972D05',
];

export const ink: MantineColorsTuple = [
  '#F7FAFA',
  '#EFF3F5',
  '#E1E8EA',
  '#CCD5D9',
  '#A2AFB3',
  '#78888D',
  '#5A6B70',
  '#3F5056',
  '#23353A',
  '#0D1C20',
];

export const sea: MantineColorsTuple = [
  '#EDFAFB',
  '#D8F3F6',
  '#B3E3E9',
  '#88CFD8',
  '#57B4C2',
  '#2C95A6',
  '#0C7686',
  '#03606F',
  '#004855',
  '#00313C',
];

export const ochre: MantineColorsTuple = [
  '#FEF8EA',
  '#FDEFCB',
  '#FCE09D',
  '#FACE68',
  '#F2BB3B',
  '#E2A520',
  '#C18510',
  '#9D6810',
  '#80500E',
  '#653D10',
];

export const crimson: MantineColorsTuple = [
  '#FFF2F4',
  '#FFE3E6',
  '#FEC9D0',
  '#FBA0AC',
  '#F26C83',
  '#E24364',
  '#C9284E',
  '#AF1B3E',
  '#911831',
  '#701426',
];

/** Mantine's `dark`: 0 is the lightest text, 9 the darkest background. */
export const night: MantineColorsTuple = [
  '#E4EBED',
  '#BCC6C9',
  '#94A1A5',
  '#707F84',
  '#445357',
  '#2E3C40',
  '#1F2D31',
  '#152126',
  '#0D181B',
  '#081013',
];
