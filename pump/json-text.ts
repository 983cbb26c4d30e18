/** Writes JSON in pieces: the list of problems of a large sheet is too long for one string. */

function* writeList(list: Iterable<unknown>): Generator<string> {
  const first = '[\n    ';
  let separator = first;
  for (const item of list) {
    yield separator + JSON.stringify(item);
    separator = ',\n    ';
  }
  yield separator === first ? '[]' : '\n  ]';
}

const isList = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/** Writes one key per line and one element of a list per line; ends with a line feed. */
export function* writeJson(object: object): Generator<string> {
  let separator = '{\n  ';
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(key)}: `;
    if (isList(value)) yield* writeList(value);
    else yield JSON.stringify(value);
    separator = ',\n  ';
  }
  yield separator === '{\n  ' ? '{}\n' : '\n}\n';
}
