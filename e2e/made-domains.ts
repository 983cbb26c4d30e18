/** Creates domains by API, as the user of the test. */
import { callApi } from './browser.ts';

/** @returns its id */
export async function makeDomain(fields: {
  name: string;
  project_type?: string;
  status?: string;
}): Promise<number> {
  const reply = await callApi('/api/v1/domains', { method: 'POST', body: JSON.stringify(fields) });
  if (!reply.ok) throw new Error(await reply.text());
  const { data } = (await reply.json()) as { data: { id: number } };
  return data.id;
}
