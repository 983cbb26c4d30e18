/** Formats figures: `9,998`, `412.60 KB`, `93.40 MB`. */
const counts = new Intl.NumberFormat('en-US');
const sizes = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function formatCount(count: number): string {
  return counts.format(count);
}

/** `projects`, `agencies`; for regular plurals. */
export function pluralize(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Count with its noun: `1 page`, `9,998 pages`. */
export function formatAmount(count: number, noun: string, plural = pluralize(noun)): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** Amount in the smallest unit of its currency: `$29.00`, `¥2,900`. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** KB below 1 MB, GB from 1 GB on, otherwise MB, two decimals; 1 MB is 1,000,000 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes === 0) return '0 Bytes';
  // 999,995 bytes would round to "1000.00 KB".
  if (bytes < 999_995) return `${sizes.format(bytes / 1000)} KB`;
  if (bytes < 999_995_000) return `${sizes.format(bytes / 1_000_000)} MB`;
  return `${sizes.format(bytes / 1_000_000_000)} GB`;
}
