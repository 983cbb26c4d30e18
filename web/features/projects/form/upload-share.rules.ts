/** Text for the progress of an upload. */
import type { FileUpload } from './form-state.ts';

/** An upload that finishes at once shows no percentage. */
export const formatShare = (text: string, { share }: Pick<FileUpload, 'share'>): string =>
  share === undefined || share === 1 ? text : `${text}, ${Math.floor(share * 100)}%`;
