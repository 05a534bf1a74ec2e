/** A redirection to a file: neither to a descriptor nor to nothing, and no arrow. */
const WRITES = /\s*(?<![-=>])(?:\d|&)?>{1,2}\|?(?!>|\|)\s*(?![&\s=]|\/dev\/null\b)/gu;

/** A redirection this near to the end is in the shown end, with what follows. Characters. */
const NEAR = 48;
/** One this near begins the end, which is then cut itself. */
const FAR = 170;
/** The end of other lines, from a blank if there is one, and how long a line has to be. */
const END = 16;
const MIN_BLANK = 6;
const LONG = 32;

/** A command’s start, which may be cut, and its end, which stays in view: what it writes to is often there. Together they are the line. */
export function lineEnds(line: string): readonly [start: string, end: string] {
  const at = endOf(line);
  return [line.slice(0, at), line.slice(at)];
}

function endOf(line: string): number {
  const { length } = line;
  const writes = [...line.matchAll(WRITES)].map(({ index }) => index).filter((at) => at > 0 && at > length - FAR);
  const write = writes.find((at) => at > length - NEAR) ?? writes.at(-1);
  if (write !== undefined) return write;
  if (length <= LONG) return length;
  const blank = line.indexOf(' ', length - END);
  if (blank !== -1 && blank <= length - MIN_BLANK) return blank;
  const isHalf = /[\uDC00-\uDFFF]/u.test(line.charAt(length - END));
  return length - END - (isHalf ? 1 : 0);
}
