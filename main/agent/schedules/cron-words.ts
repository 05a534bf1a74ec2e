const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const NUMBER = /^\d+$/u;

/** Describes a cron expression of a usual form in words; returns any other unchanged. */
export function cronWords(expression: string): string {
  const fields = expression.trim().split(/\s+/u);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  const daily = day === '*' && month === '*' && weekday === '*';
  const steps = stepOf(minute);
  if (daily && hour === '*' && steps !== undefined) return steps === 1 ? 'every minute' : `every ${String(steps)} minutes`;
  if (!NUMBER.test(minute)) return expression;
  const past = minute.padStart(2, '0');
  const hours = stepOf(hour);
  if (daily && hours !== undefined) return `every ${hours === 1 ? 'hour' : `${String(hours)} hours`} at :${past}`;
  if (!NUMBER.test(hour)) return expression;
  const time = `${hour.padStart(2, '0')}:${past}`;
  if (daily) return `every day at ${time}`;
  if (day === '*' && month === '*') {
    if (weekday === '1-5') return `on weekdays at ${time}`;
    const name = NUMBER.test(weekday) ? DAYS[Number(weekday)] : undefined;
    return name === undefined ? expression : `every ${name} at ${time}`;
  }
  const name = NUMBER.test(month) ? MONTHS[Number(month) - 1] : undefined;
  return name !== undefined && NUMBER.test(day) && weekday === '*' ? `on ${name} ${day} at ${time}` : expression;
}

/** The step of `*` or an `*` with a step; `undefined` for anything else. */
function stepOf(field: string): number | undefined {
  if (field === '*') return 1;
  const step = /^\*\/(\d+)$/u.exec(field)?.[1];
  return step === undefined ? undefined : Number(step);
}
