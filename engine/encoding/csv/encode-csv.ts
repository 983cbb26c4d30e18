/** Cells of a CSV in quotation marks (RFC 4180). */
import type { Encoder } from '../encoding.ts';

export const csvEncoders: Record<string, Encoder> = {
  csv: { label: 'CSV cell', encode: (value) => value.replaceAll('"', '""') },
};
