/** Actions on the screens of domains. */
import type { Page } from 'playwright-core';
import { acceptDialogs, visitSignedIn } from './browser.ts';

export const openDomains = async (path: string) => {
  const { page } = await visitSignedIn(path);
  // Leaving a form needs a confirmation.
  acceptDialogs(page);
  return page;
};
export const nameField = (page: Page) => page.getByLabel('Domain Name');
export const addButton = (page: Page) => page.getByRole('button', { name: 'Add Domain' });
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Domain' });
export const names = (page: Page) =>
  page.getByRole('table', { name: 'Domains' }).getByRole('link').allTextContents();

/** Waits for a toast or alert with this text. */
export const waitForAlert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).first().waitFor();

export const errorReply = (status: number, message: string) => ({
  status,
  json: { success: false, code: 'invalid', message, request_id: `id-of-${status}` },
});
