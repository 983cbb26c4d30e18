/**
 * Finds the focus target after a dialog: the control that opened it, or the row menu of its menu item. If
 * that is gone, the row in its place, then the heading of the list, then that of the page.
 */

const ROW = 'tr, li';
const CONTROL = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea';
const CARD = 'section';
const PLACE = '[role="tabpanel"], [role="region"], section';

export interface FocusOrigin {
  opener: HTMLElement | null;
  /** Row or card itself, then those below it, then those above it, nearest first. */
  rows: readonly Element[];
  places: readonly Element[];
}

/** Called before the dialog takes the focus. */
export function readFocusOrigin(): FocusOrigin {
  const { activeElement, body } = document;
  const active = activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
  const opener = active && (findMenuButton(active) ?? active);
  // Actions on selected rows are in the bar below the list.
  const row = opener?.closest(ROW) ?? document.querySelector('main [data-chosen]') ?? opener?.closest(CARD);
  return { opener, rows: row ? listRows(row) : [], places: listPlaces(row ?? opener) };
}

/** Restores the focus. @returns true if it was lost */
export function restoreFocus(origin: FocusOrigin): boolean {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body && !activeElement.matches(':disabled')) return false;
  for (const target of listTargets(origin)) {
    target.focus({ preventScroll: target.tagName === 'H1' });
    if (document.activeElement === target) return true;
  }
  return true;
}

function* listTargets({ opener, rows, places }: FocusOrigin): Generator<HTMLElement> {
  if (opener?.isConnected) yield opener;
  const row = rows.find(({ isConnected }) => isConnected);
  const control = row && findControl(row);
  if (control) yield control;
  const place = places.find(({ isConnected }) => isConnected);
  const headings = [place?.querySelector('h2, h3'), document.querySelector('main h1')];
  for (const heading of headings) {
    if (!(heading instanceof HTMLElement)) continue;
    heading.tabIndex = -1;
    yield heading;
  }
}

/** The menu of a row contains all its actions. */
const findControl = (row: Element) =>
  row.querySelector<HTMLElement>('[aria-haspopup="menu"]:not(:disabled)') ??
  row.querySelector<HTMLElement>(CONTROL);

function findMenuButton(item: HTMLElement): HTMLElement | null {
  const menu = item.closest('[role="menu"]');
  return menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
}

function listRows(row: Element): Element[] {
  const siblings = [...(row.parentElement?.children ?? [])];
  const at = siblings.indexOf(row);
  return [...siblings.slice(at), ...siblings.slice(0, at).toReversed()];
}

function listPlaces(start: Element | null | undefined): Element[] {
  const places: Element[] = [];
  for (let place = start?.closest(PLACE); place; place = place.parentElement?.closest(PLACE))
    places.push(place);
  return places;
}
