/** Statements by test file, test title and point of the specification. */
export type Proofs = Readonly<Record<string, Record<string, Record<number, readonly string[]>>>>;
