/** A whole text as base64. Values in it are encoded with the text; the encoder only names it. */
import { encodeBase64 } from '../../text/base64.ts';
import { defineEncoders } from '../../text/encoder.ts';

export const base64Encoders = defineEncoders({
  base64: { label: 'base64', encode: (value) => encodeBase64(value, true) },
});
