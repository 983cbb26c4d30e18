/** Keyboard-only actions, and admin pages. */
import type { Locator, Page } from 'playwright-core';
import { visit } from './browser.ts';
import { waitForFocus } from './press.ts';
import { signIn } from './sessions.ts';
import { arrowTo, tabTo } from './tab-key.ts';

const OWNER = 'owner@example.com';

export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

export const press = (page: Page, name: string) =>
  enter(page, page.getByRole('button', { name, exact: true }));

export async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

export async function waitForDialog(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Confirm Action' });
  await waitForFocus(dialog);
  return dialog;
}

export async function confirmYes(page: Page): Promise<void> {
  const dialog = await waitForDialog(page);
  await enter(page, dialog.getByRole('button', { name: 'Yes' }));
}

export async function chooseAction(page: Page, item: string): Promise<void> {
  await enter(page, page.getByRole('button', { name: 'Actions for Ada Lovelace' }));
  await arrowTo(page, page.getByRole('menuitem', { name: item }));
  await page.keyboard.press('Enter');
}

export async function openAsOwner(path: string): Promise<Page> {
  const { page } = await visit(path);
  await signIn(page, OWNER);
  return page;
}
