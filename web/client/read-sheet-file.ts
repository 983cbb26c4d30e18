/**
 * Bytes of a sheet on their way to the engine: in chunks, so that a large file never is in memory
 * twice and a newer choice can stop the reading of an older one. Knows files, not what is in them.
 */

const ZIP_MAGIC = [0x50, 0x4b, 0x03, 0x04];

/** An XLSX file is a ZIP archive, whatever its name says. */
export async function isExcelFile(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, ZIP_MAGIC.length).arrayBuffer());
  return ZIP_MAGIC.every((byte, index) => head[index] === byte);
}

export interface ChunkReading {
  file: Blob;
  push: (bytes: Uint8Array) => void;
  /** Asked after each chunk; true ends the reading early. */
  isStale: () => boolean;
  onProgress: (share: number) => void;
}

/** Answers whether the file was read to its end. */
export async function pushChunks({ file, push, isStale, onProgress }: ChunkReading): Promise<boolean> {
  const reader = file.stream().getReader();
  let seen = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (isStale()) {
      await reader.cancel();
      return false;
    }
    if (done) return true;
    push(value);
    seen += value.byteLength;
    onProgress(seen / file.size);
  }
}
