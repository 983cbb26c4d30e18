/** Reasons why an image failed to load, in the words of the specification. */

export const PICTURE_FAULTS = {
  imageNotFound: 'Image Not Found',
  elementNotFound: 'HTML Element Not Found',
  notFound: 'Error Loading AJAX : Not Found',
  forbidden: 'Error Loading AJAX : Forbidden',
  page: 'Error Loading Page',
  otherwise: 'Something Went Wrong, Please Try Again Later',
} as const;

export interface PictureFault {
  reason: string;
  /** Its signed URL has expired: a new one is needed. */
  isStale: boolean;
}

/** An image error has no reason, so its URL is requested once more. */
export async function findPictureFault(url: string): Promise<PictureFault> {
  const status = await fetch(url, { credentials: 'omit' }).then(
    async (reply) => {
      await reply.body?.cancel();
      return reply.status;
    },
    () => 0,
  );
  const isStale = status === 403;
  if (isStale) return { reason: PICTURE_FAULTS.forbidden, isStale };
  return { reason: status === 404 ? PICTURE_FAULTS.imageNotFound : PICTURE_FAULTS.otherwise, isStale };
}
