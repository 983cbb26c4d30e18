/** Uploads and downloads. */
import { readFileSync } from 'node:fs';
import type { Download, FileChooser, Page } from 'playwright-core';
import { press } from './press.ts';

type InputFile = Parameters<FileChooser['setFiles']>[0];

/** @param ask opens the browser's file dialog */
export async function uploadFile(page: Page, start: () => Promise<void>, file: InputFile): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), start()]);
  await chooser.setFiles(file);
}

/** @param ask starts a download */
export async function captureDownload(page: Page, start: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()]);
  return download;
}

/** Downloads the target of a link. */
export async function downloadBytes(page: Page, name: string): Promise<Buffer> {
  const link = page.getByRole('link', { name, exact: true });
  return readFileSync(await (await captureDownload(page, () => press(link))).path());
}
