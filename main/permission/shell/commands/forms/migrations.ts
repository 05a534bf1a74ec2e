import { FINAL, type Form, RUNS, verbs } from './form.ts';

const final = (when: (values: readonly string[]) => boolean): readonly Form[] => [{ when, why: FINAL, irreversible: true }];
const names =
  (...words: readonly string[]) =>
  (values: readonly string[]): boolean =>
    words.every((word) => values.includes(word));

/** The word after another one. */
const after = (values: readonly string[], word: string): string | undefined =>
  values.includes(word) ? values[values.indexOf(word) + 1] : undefined;

/** Tools for migrations of databases: forms that empty tables, where no single word says so (for those, see `destroyingWord`). */
export const MIGRATION_FORMS: readonly [string, readonly Form[]][] = [
  ['alembic', final(names('downgrade', 'base'))],
  ['drizzle-kit', final(names('push', '--force'))],
  ['flyway', final(names('clean'))],
  [
    'goose',
    [
      ...final((values) => values.includes('reset') || after(values, 'down-to') === '0'),
      // An agent has the same name.
      verbs('run r session s web recipe schedule term acp', RUNS),
    ],
  ],
  ['knex', final(names('migrate:rollback', '--all'))],
  // Without a number, `down` undoes all.
  ['migrate', final((values) => values.includes('down') && !/^\d+$/u.test(after(values, 'down') ?? ''))],
];
