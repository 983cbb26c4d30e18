/** Re-encodes an uploaded image from its pixels, or rejects it with the reason. */
import type { UploadedFile } from '#contract/endpoint.ts';
import type { Box, ImageFault, Images } from '#server/gateways/images.ts';
import { AppError } from '../../app-error.ts';

/** Reasons for a rejection, as users read them. */
export const IMAGE_FAULTS: Readonly<Record<ImageFault, string>> = {
  empty: 'The image is empty',
  format: 'Choose a JPEG, PNG or WebP image',
  appended: 'The file holds more than an image. Save the image again in an image editor',
  segments: 'The image has too many segments. Save the image again in an image editor',
  pixels: 'The image has too many pixels: at most 50 million',
  slow: 'Decoding the image takes too long. Save the image again in an image editor',
  corrupt: 'The image is cut off or corrupt',
};

/**
 * @param field form field of the upload
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
