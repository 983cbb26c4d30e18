/** By file, title of the test as it is written there, and point of the specification. */
export type Proofs = Readonly<Record<string, Record<string, Record<number, readonly string[]>>>>;
