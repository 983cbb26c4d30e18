/** Hands a file that exists only in this page to the person: made when asked for, forgotten after. */

export function downloadBlob(name: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
