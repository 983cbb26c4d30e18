/** Collects the bracketed texts of a part, each once, and their positions. */
import { detach } from './compact-text.ts';

/** Maximum number of different texts; in a file with more of them, brackets aren't placeholders. */
const MAX_TEXTS = 50_000;

export interface TextPlace {
  /** Index of the item, -1 outside of items. */
  item: number;
  line: number;
  field: string;
}

/** Index of a value in a list that grows. */
function createIndex() {
  const indexes = new Map<string, number>();
  return {
    size: () => indexes.size,
    has: (value: string) => indexes.has(value),
    of(value: string): number {
      let index = indexes.get(value);
      if (index === undefined) {
        index = indexes.size;
        indexes.set(detach(value), index);
      }
      return index;
    },
    values: () => [...indexes.keys()],
  };
}

/** `textUses` has four numbers a use: item, index of the text, line, index of the field. */
export function createTextUses() {
  const texts = createIndex();
  const fields = createIndex();
  const uses: number[] = [];
  /** The item that was last seen with a text: within one item the text is reported once. */
  const last = new Map<number, number>();
  return {
    add(text: string, place: TextPlace): void {
      if (texts.size() >= MAX_TEXTS && !texts.has(text)) return;
      const index = texts.of(text);
      if (last.get(index) === place.item) return;
      last.set(index, place.item);
      uses.push(place.item, index, place.line, fields.of(place.field));
    },
    finish: () => ({ texts: texts.values(), fields: fields.values(), textUses: Int32Array.from(uses) }),
  };
}
