/** Groups items, so that one statement handles many. */
export async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
