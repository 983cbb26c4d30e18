/** Texts that break careless servers: characters that databases reject, patterns, markup, paths, queries. */
import { existsSync, readFileSync } from 'node:fs';

const CORPUS = '../shared/corpora/naughty-strings.json';

export const OWN_HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0001\u0002\u001b[31mred\u001b[0m',
  'line\r\nlog: forged',
  'half \ud83d',
  '\udc00 half',
  '\ufffe\uffff',
  '\u202etxt.exe',
  '👩‍👩‍👧‍👦',
  "' OR 1=1; drop table users; --",
  '"; select pg_sleep(5); --',
  '$1 %s %n {{7*7}} ${7*7}',
  '%',
  '_',
  '\\',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '/etc/passwd\0.xml',
  'CON',
  'file.xml\0.html',
  '<script>alert(1)</script>',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
  '<?xml version="1.0"?><rss/>',
  'a,b\n"unclosed',
  'city,state\nAustin,TX\n',
  '=cmd|calc!A0',
  '__proto__',
  'constructor',
  'NaN',
  '-0',
  '1e309',
  '٣',
  'https://docs.google.com/spreadsheets/d/x\0/edit',
  'http://127.0.0.1:1/',
  'javascript:alert(1)',
  'a'.repeat(300),
  'wordpress',
];

function readCorpus(): string[] {
  return existsSync(CORPUS) ? (JSON.parse(readFileSync(CORPUS, 'utf8')) as string[]) : [];
}

/** Our own texts, and those of the public list if it is next to the checkout. */
export const HOSTILE_TEXTS: readonly string[] = [...OWN_HOSTILE_TEXTS, ...readCorpus()];
