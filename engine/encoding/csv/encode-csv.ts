/** Cells of a CSV in quotation marks (RFC 4180). */
import { defineEncoders } from '../../text/encoder.ts';

export const csvEncoders = defineEncoders({
  csv: { label: 'CSV cell', encode: (value) => value.replaceAll('"', '""') },
});
