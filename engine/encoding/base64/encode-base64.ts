/** A whole text as base64. Values in it are encoded together with it; here it only has its name. */
import { encodeBase64 } from '../../text/base64.ts';
import { defineEncoders } from '../../text/encoder.ts';

export const base64Encoders = defineEncoders({
  base64: { label: 'base64', encode: (value) => encodeBase64(value, true) },
});
