/** An image that somebody uploads, made anew from its pixels, or refused with the reason. */
import type { UploadedFile } from '#contract/endpoint.ts';
import { type Box, IMAGE_FAULTS, type Images } from '#server/gateways/images.ts';
import { AppError } from '../../app-error.ts';

/**
 * @param field of the form that the file came in
 * @returns a WebP file @throws AppError `invalid`
 */
export async function encodeUpload(
  images: Images,
  { file, field, box }: { file: UploadedFile | undefined; field: string; box: Box },
): Promise<Uint8Array> {
  const image = file === undefined ? { fault: 'empty' as const } : await images.encodeAsWebp(file.bytes, box);
  if (!('fault' in image)) return image.bytes;
  const message = IMAGE_FAULTS[image.fault];
  throw new AppError('invalid', { message: `${message}.`, fields: { [field]: [message] } });
}
