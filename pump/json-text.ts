/**
 * JSON of an object in pieces: the list of problems of a large sheet is longer than one string should be.
 */

function* writeList(list: readonly unknown[]): Generator<string> {
  if (list.length === 0) {
    yield '[]';
    return;
  }
  let before = '[\n    ';
  for (const item of list) {
    yield before + JSON.stringify(item);
    before = ',\n    ';
  }
  yield '\n  ]';
}

/** One key a line, one element of a list a line; ends with a line feed. */
export function* writeJson(object: object): Generator<string> {
  let before = '{\n  ';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}: `;
    if (Array.isArray(value)) yield* writeList(value);
    else yield JSON.stringify(value);
    before = ',\n  ';
  }
  yield before === '{\n  ' ? '{}\n' : '\n}\n';
}
