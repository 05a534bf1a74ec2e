/**
 * Does what it is given one after the other: answers then come in the order of the questions, and none that was begun earlier, over older
 * data, comes last.
 */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}
