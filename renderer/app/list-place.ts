/** Where a row of the session list stood when it had the focus. */
export interface ListPlace {
  readonly row: string;
  /** The other row of the same session, if it has one; the rows after it, the nearest first; then those before it. */
  readonly others: readonly string[];
}

const ROW = 'data-session-row';

/** `undefined`: the element is in no row. */
export function placeInList(element: Element): ListPlace | undefined {
  const row = element.closest(`[${ROW}]`);
  if (!row) return undefined;
  const rows = [...document.querySelectorAll(`[${ROW}]`)];
  const at = rows.indexOf(row);
  const twin = row.getAttribute('data-twin');
  const others = [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()].map(nameOf);
  return { row: nameOf(row), others: twin === null ? others : [twin, ...others] };
}

/** The row at the place: the same one, also where it was rendered anew or stands elsewhere, or else the next, or else the one before. */
export function rowAt({ row, others }: ListPlace): HTMLElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLElement>(`[${ROW}] > [data-session]`)];
  const byName = new Map(buttons.map((button) => [nameOf(button.parentElement), button]));
  return [row, ...others].map((name) => byName.get(name)).find((button) => button !== undefined);
}

function nameOf(row: Element | null): string {
  return row?.getAttribute(ROW) ?? '';
}
