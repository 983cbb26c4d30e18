/** How far an upload is, in words. */
import type { FileUpload } from './form-state.ts';

/** Nothing is said of an upload that is over at once. */
export const tellShare = (text: string, { share }: Pick<FileUpload, 'share'>): string =>
  share === undefined || share === 1 ? text : `${text}, ${Math.floor(share * 100)}%`;
