import { expect, it } from 'vitest';
import { readRobots } from './robots.rules.ts';

it.each([
  // RFC 9309, 2.2.2 and 2.2.3
  ['User-agent: *\nDisallow: /private/', '/private/page', false],
  ['User-agent: *\nDisallow: /private/', '/public', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
  ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
  ['User-agent: *\nDisallow: /*.pdf$', '/files/a.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/files/a.pdf?x=1', true],
  ['User-agent: *\nDisallow: /a*b*c', '/axxbyyc/rest', false],
  ['User-agent: *\nDisallow: /end$', '/end', false],
  ['User-agent: *\nDisallow: /end$', '/end/', true],
  ['User-agent: *\nDisallow:', '/anything', true],
  ['User-agent: *\nDisallow: / # all of it', '/anything', false],
  // our own group replaces that of everybody
  ['User-agent: *\nDisallow: /\n\nUser-agent: Geoloom\nAllow: /', '/page', true],
  ['User-agent: other\nUser-agent: GEOLOOM/1.0\nDisallow: /x', '/x', false],
  ['User-agent: other\nDisallow: /', '/page', true],
  ['user-agent:*\r\ndisallow:/crlf', '/crlf', false],
  ['Disallow: /before-any-group', '/before-any-group', true],
  ['', '/', true],
  ['<!DOCTYPE html><p>not found</p>', '/', true],
])('%j decides about %s: %s', (text, path, isAllowed) => {
  expect(readRobots(text).isAllowed(path)).toBe(isAllowed);
});

it('reads a rule of a thousand stars in no time worth naming', () => {
  const { isAllowed } = readRobots(`User-agent: *\nDisallow: /${'a*'.repeat(1000)}b$`);
  expect(isAllowed(`/${'a'.repeat(100_000)}`)).toBe(true);
});
