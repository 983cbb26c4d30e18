/** Image uploads whose progress the test controls. */
import { vi } from 'vitest';
import type { ImageFile } from '#contract/image-shapes.ts';

export class HeldRequest extends EventTarget {
  static all: HeldRequest[] = [];
  upload = new EventTarget();
  status = 0;
  responseText = '';
  isAborted = false;
  address = '';
  sent: FormData | undefined;
  open(_method: string, address: string): void {
    this.address = address;
  }
  setRequestHeader(): void {}
  send(body: FormData): void {
    this.sent = body;
    HeldRequest.all.push(this);
  }
  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  report(loaded: number, total: number): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total }));
  }
  answer(status: number, body: object): void {
    Object.assign(this, { status, responseText: JSON.stringify({ request_id: 'r-1', ...body }) });
    this.dispatchEvent(new Event('load'));
  }
}

export const image = (name: string): ImageFile => ({
  id: `id of ${name}`,
  url: `/api/v1/files/image/${name}`,
  name,
  fileName: name,
  size: 2_000_000,
  width: 600,
  height: 400,
  chosen_at: '2026-01-01T00:00:00.000Z',
  thumbnail_url: `/thumbnail/${name}`,
});
export const photo = (name: string, bytes = 4): File =>
  new File([Uint8Array.of(0xff, 0xd8, 0xff), new Uint8Array(bytes - 3)], name, { type: 'image/jpeg' });
/** The server accepts an upload. */
export const take = (index: number, name: string): void =>
  HeldRequest.all[index]?.answer(200, { success: true, data: [image(name)] });

export function holdUploads(): void {
  HeldRequest.all = [];
  vi.stubGlobal('XMLHttpRequest', HeldRequest);
}
