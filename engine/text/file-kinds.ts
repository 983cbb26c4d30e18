/** Recognizes binary files by their signatures (magic numbers). */

/** Patterns of the first bytes, in a text of one character per byte. */
export const SIGNATURES = {
  zip: /^PK\u0003\u0004/,
  'old-excel': /^\u00d0\u00cf\u0011\u00e0/,
  gzip: /^\u001f\u008b/,
  archive: /^(?:Rar!\u001a|7z\u00bc\u00af|BZh[1-9]1AY&SY|\u00fd7zXZ)/,
  pdf: /^%PDF-/,
  image: /^(?:\u0089PNG|\u00ff\u00d8\u00ff|GIF8|RIFF[^]{4}WEBP)/,
} as const;

export type Signature = keyof typeof SIGNATURES;

/** Number of bytes that the signatures need. */
const HEAD_BYTES = 16;

/** Detects a kind of binary file by its first bytes. */
export function findSignature(bytes: Uint8Array): Signature | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  for (const [kind, signature] of Object.entries(SIGNATURES) as [Signature, RegExp][])
    if (signature.test(head)) return kind;
  return undefined;
}
