/** Work that somebody asked to end: no fault of the work, so it is told apart from all other errors. */

/** Thrown by what was asked to end; what it has half-written is the caller's to remove. */
export class Canceled extends Error {
  override readonly name = 'Canceled';

  constructor() {
    super('The work was canceled.');
  }
}
