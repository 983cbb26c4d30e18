import { expect, it } from 'vitest';
import { api, createApiBase } from './api-base.ts';

const URL = '/api/v1/files/image/1/a.jpg?owner=3&signature=x';
const FAR = 'https://api.example.com/api/v1';

it('calls the API of the page’s origin, and leaves URLs unchanged', () => {
  expect(api.locate('/api/v1/projects')).toBe('/api/v1/projects');
  expect(api.parse(JSON.stringify({ url: URL }))).toEqual({ url: URL });
  expect(api.write({ url: URL })).toBe(JSON.stringify({ url: URL }));
});

it('calls an API of another origin, which also serves the files', () => {
  const { locate, parse, write } = createApiBase(`${FAR}/`);
  expect(locate('/api/v1/projects')).toBe(`${FAR}/projects`);
  const reply = { data: [{ url: URL, link: '/api/v1/docs', note: `see ${URL}` }], avatar: '/avatar.svg' };
  const far = `https://api.example.com${URL}`;
  const shown = { data: [{ ...reply.data[0], url: far }], avatar: '/avatar.svg' };
  expect(parse(JSON.stringify(reply))).toEqual(shown);
  expect(JSON.parse(write({ url: far, title: 'a' }))).toEqual({ url: URL, title: 'a' });
});
