import { describe, expect, it } from 'vitest';
import { looksSerialized, readSerialized } from './php-unserialize.ts';

function read(text: string): { fault?: string; hasObject: boolean; strings: string[] } {
  const bytes = new TextEncoder().encode(text);
  const strings: string[] = [];
  const reading = readSerialized({ bytes, from: 0, to: bytes.length }, (from, to) =>
    strings.push(new TextDecoder().decode(bytes.subarray(from, to))),
  );
  return { ...reading, strings };
}

describe('readSerialized', () => {
  it.each([
    ['null', 'N;'],
    ['true', 'b:1;'],
    ['false', 'b:0;'],
    ['a negative number', 'i:-12;'],
    ['a signed number', 'i:+5;'],
    ['a fraction', 'd:0.5;'],
    ['a fraction with an exponent', 'd:1.0E+25;'],
    ['infinity', 'd:-INF;'],
    ['no number', 'd:NAN;'],
    ['an empty text', 's:0:"";'],
    ['a text', 's:3:"abc";'],
    ['a text with quotes and a semicolon', 's:5:"a";"b";'],
    ['a text of many bytes a character', 's:12:"Cañon 🙂 ";'.replace('12', '12')],
    ['an empty array', 'a:0:{}'],
    ['an array', 'a:2:{i:0;s:1:"a";s:1:"k";b:1;}'],
    ['an array in an array', 'a:1:{s:1:"x";a:1:{i:0;a:0:{}}}'],
    ['an object', 'O:8:"stdClass":1:{s:1:"a";i:1;}'],
    ['an escaped text', 'a:1:{i:0;S:2:"a\\0a";}'],
    ['a reference to an object', 'a:2:{i:0;O:8:"stdClass":0:{}i:1;r:2;}'],
    ['a class that wrote its own text', 'a:1:{i:0;C:1:"A":3:{abc}}'],
    ['a reference', 'a:2:{i:0;i:1;i:1;R:2;}'],
  ])('reads %s to its end', (_, text) => {
    expect(read(text).fault).toBeUndefined();
  });

  it.each([
    ['a text said to be too long', 's:4:"abc";', '4 bytes'],
    ['a text said to be too short', 's:2:"abc";', '2 bytes'],
    ['a length that counts characters instead of bytes', 's:5:"Cañon";', '5 bytes'],
    ['a text without an end', 's:3:"abc', 'byte'],
    ['an array with an entry too few', 'a:2:{i:0;i:1;}', 'there should be 2 entries, but 1 are there'],
    ['an array with an entry too many', 'a:1:{i:0;i:1;i:1;i:2;}', 'there are more than 1'],
    ['an array that is not closed', 'a:1:{i:0;i:1;', '"}" is missing'],
    ['an array as key', 'a:1:{a:0:{}i:1;}', 'a key is missing'],
    ['an enumeration', 'E:8:"Suit:Two";', 'isn’t a known type'],
    ['a reference to nothing', 'a:1:{i:0;R:4;}', 'the missing value 4'],
    ['a reference to what isn’t an object', 'a:2:{i:0;i:1;i:1;r:2;}', 'the missing value 2'],
    ['an escape that is invalid', 'a:1:{i:0;S:1:"\\zz";}', 'an escape is malformed'],
    ['a number with letters', 'i:1x;', 'isn’t a valid value'],
    ['a truth that is neither', 'b:2;', 'isn’t a valid value'],
    ['an unknown kind', 'x:1;', 'isn’t a known type'],
    ['nothing', '', 'the end is missing'],
    ['a missing semicolon', 's:1:"a"', 'is missing'],
    ['a missing length', 's::"a";', 'a number is missing'],
    ['an array of CR LF text whose CR is gone', 'a:1:{s:1:"t";s:4:"a\nb";}', '4 bytes'],
    ['a broken text deep inside', 'a:1:{i:0;a:1:{i:0;s:9:"abc";}}', '9 bytes'],
  ])('refuses %s and says where', (_, text, message) => {
    const { fault } = read(text);
    expect(fault).toContain(message);
    expect(fault).toMatch(/at byte \d+$/u);
  });

  it('hands out every text inside, keys included, and sees objects', () => {
    const { strings, hasObject } = read('a:2:{s:1:"k";s:6:"Cañon";i:1;a:1:{i:0;s:2:"in";}}');
    expect(strings).toEqual(['k', 'Cañon', 'in']);
    expect(hasObject).toBe(false);
    expect(read('a:1:{i:0;O:3:"Foo":0:{}}').hasObject).toBe(true);
  });

  it('reads 300 levels and refuses 5,000', () => {
    const nest = (levels: number) => `${'a:1:{i:0;'.repeat(levels)}i:1;${'}'.repeat(levels)}`;
    expect(read(nest(300)).fault).toBeUndefined();
    expect(read(nest(5000)).fault).toContain('levels');
  });

  it('needs no more of the call stack for 4,096 levels than for one', () => {
    let reached = 0;
    const dive = (left: number, work: () => void): void => {
      reached += 1;
      if (left === 0) work();
      else dive(left - 1, work);
    };
    expect(() => dive(Infinity, () => {})).toThrow(RangeError);
    const deep = `${'a:1:{i:0;'.repeat(4096)}i:1;${'}'.repeat(4096)}`;
    const found: unknown[] = [];
    dive(Math.floor(reached * 0.8), () => found.push(read(deep).fault));
    expect(found).toEqual([undefined]);
  });

  it('refuses every cut of a good value', () => {
    const good = 'a:3:{s:4:"città";i:5;i:7;d:0.25;s:1:"o";O:8:"stdClass":1:{s:1:"a";N;}}'.replace(
      's:4',
      's:6',
    );
    expect(read(good).fault).toBeUndefined();
    for (let length = 0; length < good.length; length += 1)
      expect(read(good.slice(0, length)).fault).toBeDefined();
  });
});

describe('looksSerialized', () => {
  it.each([
    'N;',
    ' N; ',
    's:3:"abc";',
    'a:0:{}',
    'O:8:"stdClass":0:{}',
    'b:1;',
    'i:5;',
    'd:0.5;',
    's:9:"abc";',
    'a:9:{x}',
    ' i:1;\n',
  ])('takes %j for serialized, as WordPress does', (text) => {
    expect(looksSerialized(text)).toBe(true);
  });

  it.each([
    '',
    'N',
    'abc',
    's:3:abc;',
    'a:{}',
    'i:five;',
    's:3:"abc"',
    'a:1:{',
    'x:1;',
    'https://a.example;',
    'b:;',
    'a: 5;',
  ])('takes %j for plain text', (text) => {
    expect(looksSerialized(text)).toBe(false);
  });
});
