/** A whole text as base64. Values in it are encoded together with it; here it only has its name. */
import { encodeBase64 } from '../../text/base64.ts';
import type { Encoder } from '../encoding.ts';

export const base64Encoders: Record<string, Encoder> = {
  base64: { label: 'base64', encode: (value) => encodeBase64(value, true), isWhole: true },
};
