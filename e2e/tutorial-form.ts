/** Creates tutorials by API, and opens their screens. */
import type { Page } from 'playwright-core';
import { acceptDialogs, callApi, visitSignedIn } from './browser.ts';

export const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

export async function makeTutorial(fields: {
  title: string;
  description?: string;
  link?: string;
}): Promise<number> {
  const body = JSON.stringify({ description: 'A short film.', link: VIDEO, ...fields });
  const reply = await callApi('/api/v1/tutorials', { method: 'POST', body });
  if (!reply.ok) throw new Error(await reply.text());
  return ((await reply.json()) as { data: { id: number } }).data.id;
}

export const openTutorials = async (path: string, width = 1440) => {
  const visited = await visitSignedIn(path, { width });
  acceptDialogs(visited.page);
  return visited;
};
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Tutorial' });
