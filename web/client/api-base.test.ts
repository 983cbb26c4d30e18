import { expect, it } from 'vitest';
import { api, createApiBase } from './api-base.ts';

const URL = '/api/v1/files/image/1/a.jpg?owner=3&signature=x';
const FAR = 'https://api.example.com/api/v1';

it('calls the API beside the page, and takes what comes as it is', () => {
  expect(api.locate('/api/v1/projects')).toBe('/api/v1/projects');
  expect(api.parse(JSON.stringify({ url: URL }))).toEqual({ url: URL });
  expect(api.write({ url: URL })).toBe(JSON.stringify({ url: URL }));
});

it('calls an API of another origin, where its files are as well', () => {
  const { locate, parse, write } = createApiBase(`${FAR}/`);
  expect(locate('/api/v1/projects')).toBe(`${FAR}/projects`);
  const answer = { data: [{ url: URL, link: '/api/v1/docs', note: `see ${URL}` }], avatar: '/avatar.svg' };
  const far = `https://api.example.com${URL}`;
  const shown = { data: [{ ...answer.data[0], url: far }], avatar: '/avatar.svg' };
  expect(parse(JSON.stringify(answer))).toEqual(shown);
  expect(JSON.parse(write({ url: far, title: 'a' }))).toEqual({ url: URL, title: 'a' });
});
