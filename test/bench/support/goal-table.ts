import { median } from './statistics.ts';

/** A figure and its goal. All numbers in the table's unit. */
export interface GoalRow {
  readonly name: string;
  readonly figure: number;
  /** The maximum. */
  readonly goal: number;
  /** The baselines by column name; absent where not measured. */
  readonly baselines: Readonly<Record<string, number | undefined>>;
}

const NAME_WIDTH = 28;
const FIGURE_WIDTH = 10;

/** One line each: the figure, the goal, whether it is met, and the baselines. */
export function goalTable(title: string, rows: readonly GoalRow[]): string {
  const columns = [...new Set(rows.flatMap(({ baselines }) => Object.keys(baselines)))];
  const width = (column: string): number => Math.max(column.length, FIGURE_WIDTH) + 2;
  const head = [
    ' '.repeat(NAME_WIDTH),
    'measured'.padStart(FIGURE_WIDTH),
    'goal'.padStart(FIGURE_WIDTH + 2),
    '        ',
    ...columns.map((column) => column.padStart(width(column))),
  ];
  const lines = rows.map(({ name, figure, goal, baselines }) =>
    [
      name.padEnd(NAME_WIDTH),
      shown(figure).padStart(FIGURE_WIDTH),
      `≤ ${shown(goal)}`.padStart(FIGURE_WIDTH + 2),
      figure <= goal ? '  met   ' : '  missed',
      ...columns.map((column) => shown(baselines[column]).padStart(width(column))),
    ].join(''),
  );
  return [title, ...[head.join(''), ...lines].map((line) => `  ${line.trimEnd()}`)].join('\n');
}

/** How many times the baseline's figure it is, as a column of the table. */
export function timesBare(ours: readonly number[], bare: readonly number[]): number {
  return median(ours) / median(bare);
}

/** Columns with CPU time, which other work on the machine disturbs less than elapsed time. Nothing where the system doesn't report it. */
export function cpuColumns(ours: readonly number[], bare: readonly number[]): GoalRow['baselines'] {
  return ours.length === 0 || bare.length === 0 ? {} : { CPU: median(ours), 'bare CPU': median(bare), '× bare CPU': timesBare(ours, bare) };
}

export function printGoals(title: string, rows: readonly GoalRow[]): void {
  process.stdout.write(`${goalTable(title, rows)}\n\n`);
}

function shown(figure: number | undefined): string {
  if (figure === undefined) return '–';
  return figure.toFixed(Math.abs(figure) < 100 ? 2 : 0);
}
