/** Images of projects on the wire. */
import { z } from 'zod';

export const imageFile = z
  .object({
    id: z.guid(),
    url: z.string().describe('Signed URL; delete-upload identifies the image by it'),
    name: z.string(),
    fileName: z.string(),
    size: z.int(),
    width: z.int(),
    height: z.int(),
    chosen_at: z.string().describe('Images of a form are in the order of these'),
    thumbnail_url: z.string().describe('Signed URL of a WebP image of at most 480 × 480 pixels'),
  })
  .meta({ id: 'ImageFile' });

/** Copies of all images for one town. */
export const townImages = z
  .object({
    city: z.string().describe('City and state'),
    images: z.array(
      z.object({
        name: z.string(),
        download_url: z.string().describe('Signed URL of the tagged copy'),
        thumbnail_url: z.string().describe('Signed URL of a WebP image of its original'),
      }),
    ),
  })
  .meta({ id: 'TownImages' });

export type TownImages = z.output<typeof townImages>;

export type ImageFile = z.output<typeof imageFile>;
