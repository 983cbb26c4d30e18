/** Progress of an upload in words. */
import type { FileUpload } from './form-state.ts';

/** An upload that ends at once shows no share. */
export const formatShare = (text: string, { share }: Pick<FileUpload, 'share'>): string =>
  share === undefined || share === 1 ? text : `${text}, ${Math.floor(share * 100)}%`;
