import type { CommandFact } from '#shared/permission/facts.ts';
import type { NamedWords, StatedEffect } from './named-words.ts';

const PSQL =
  '-c: -h: -p: -U: -d: -w -W -f: -v: -t -A -q -x -X -1 -a -b -e -E -n -s -S -H -z -0 -L: -o: -P: -F: -R: -T: --command= --host= --port= --username= --dbname= --file= --set= --variable= --output= --log-file= --pset= --no-password --password --no-psqlrc --quiet --tuples-only --no-align --csv --html --expanded --single-transaction --echo-all --echo-errors --echo-queries --no-readline';
const MYSQL =
  '-e: -h: -P: -u: -p[=] -D: -S: -N -B -s -t -v -f -r -w -A -C --execute= --host= --port= --user= --password[=] --database= --socket= --protocol= --skip-column-names --batch --silent --table --verbose --force --raw --ssl-mode= --defaults-file= --defaults-extra-file= --default-character-set=';
const SQLITE =
  '-append -ascii -bail -batch -box -column -csv -header -noheader -html -interactive -json -line -list -markdown -quote -readonly -safe -table -tabs -echo -init: -cmd: -separator: -nullvalue:';
const MONGO =
  '-u: -p: -f: --eval= --file= --quiet --verbose --host= --port= --username= --password= --authenticationDatabase= --norc --nodb --tls --ssl --json[=]';
const DATABASE =
  '-f -y -e: -c: -x: -n --force --yes --skip-seed --skip-generate --schema= --config= --all --env= --environment= --accept-data-loss --force-reset --linked --local --name= --sql --tag= --no-interaction --knexfile= --url=';

/** Longer statements are read in the command itself. Characters. */
const LONGEST = 80;

function runsText(what: string, statement: string | undefined): string | undefined {
  const text = statement?.replaceAll(/\s+/gu, ' ').trim() ?? '';
  const characters = Array.from(text);
  if (text === '') return undefined;
  return `runs ${what}: ${characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : text}`;
}

const runsSql = (statement: string | undefined): string | undefined => runsText('SQL', statement);

/** Where other words are only known when it runs, such as the address of the database. */
function wordAfter(argv: CommandFact['argv'], option: string): string | undefined {
  const at = argv.indexOf(option);
  return at < 0 ? undefined : (argv[at + 1] ?? undefined);
}

const DROPS = 'drops the database';
const APPLIES = 'applies migrations to the database';
const AGAIN = `${DROPS} and applies all migrations`;
const LOSES_DATA = 'changes the database to match the schema, even where that loses data';
const UNDOES_ALL = 'undoes all migrations of the database';
const UNDOES_LAST = 'undoes the last migration of the database';

type Says = string | StatedEffect['says'];

const rows = (table: Readonly<Record<string, Says>>): readonly StatedEffect[] =>
  Object.entries(table).map(([command, says]) => ({
    command,
    options: DATABASE,
    says: typeof says === 'string' ? () => says : says,
  }));

const downTo = ({ names: [target] }: NamedWords): string => {
  if (target === undefined) return 'undoes migrations of the database';
  return target === 'base' ? UNDOES_ALL : `undoes migrations of the database, down to ${target}`;
};

/** Tools of a project that set its database back. Package runners may start them. */
export const RESET_EFFECTS: readonly StatedEffect[] = [
  ...rows({
    'prisma migrate reset': AGAIN,
    'prisma migrate dev': 'creates a migration for the changes of the schema, and applies migrations to the database',
    'prisma migrate deploy': APPLIES,
    'prisma db push': ({ has }) => {
      if (has('--force-reset')) return `${DROPS} and recreates it from the schema`;
      return has('--accept-data-loss') ? LOSES_DATA : 'changes the database to match the schema';
    },
    'drizzle-kit push': ({ has }) => (has('--force') ? LOSES_DATA : 'changes the database to match the schema'),
    'knex migrate:latest': APPLIES,
    'knex migrate:up': APPLIES,
    'typeorm migration:run': APPLIES,
    'alembic upgrade': APPLIES,
    'flyway migrate': APPLIES,
    'supabase db push': APPLIES,
    'php artisan migrate': APPLIES,
    'dotnet ef database update': APPLIES,
    'mix ecto.migrate': APPLIES,
    'sqlx migrate run': APPLIES,
    'diesel migration run': APPLIES,
    'dbmate up': APPLIES,
    'goose up': APPLIES,
    'drizzle-kit migrate': APPLIES,
    'knex migrate:rollback': ({ has }) => (has('--all') ? UNDOES_ALL : 'undoes the last batch of migrations of the database'),
    'typeorm schema:drop': 'drops all tables of the database',
    'typeorm migration:revert': UNDOES_LAST,
    'alembic downgrade': downTo,
    'flyway clean': 'drops everything in the schemas of the database',
    'supabase db reset': AGAIN,
    'php artisan migrate:fresh': 'drops all tables of the database and applies all migrations',
    'php artisan migrate:reset': UNDOES_ALL,
    'dotnet ef database drop': DROPS,
    'mix ecto.drop': DROPS,
    'mix ecto.reset': `${DROPS} and recreates it`,
    'sqlx database drop': DROPS,
    'sqlx database reset': AGAIN,
    'diesel database reset': AGAIN,
    'dbmate drop': DROPS,
    'heroku pg:reset': 'empties the database of the app',
    'goose reset': UNDOES_ALL,
    'php artisan db:wipe': 'drops all tables of the database',
  }),
  ...['sequelize', 'sequelize-cli'].flatMap((program) =>
    rows({
      [`${program} db:migrate`]: APPLIES,
      [`${program} db:drop`]: DROPS,
      [`${program} db:migrate:undo:all`]: UNDOES_ALL,
      [`${program} db:migrate:undo`]: UNDOES_LAST,
    }),
  ),
  ...['rails', 'rake'].flatMap((program) =>
    rows({
      [`${program} db:migrate`]: APPLIES,
      [`${program} db:drop`]: DROPS,
      [`${program} db:drop:all`]: 'drops all databases of the project',
      [`${program} db:reset`]: `${DROPS} and recreates it`,
      [`${program} db:migrate:reset`]: AGAIN,
      [`${program} db:rollback`]: UNDOES_LAST,
    }),
  ),
];

/** Statements on the line. */
export const SQL_EFFECTS: readonly StatedEffect[] = [
  {
    command: 'psql',
    options: PSQL,
    says: ({ value, understood }, { argv }) => {
      const file = value('-f', '--file');
      if (file !== undefined) return `runs the SQL in ${file}`;
      return runsSql(understood ? value('-c', '--command') : wordAfter(argv, '-c'));
    },
  },
  ...['mysql', 'mariadb'].map((command): StatedEffect => ({
    command,
    options: MYSQL,
    says: ({ value }) => runsSql(value('-e', '--execute')),
  })),
  ...['mongosh', 'mongo'].map((command): StatedEffect => ({
    command,
    options: MONGO,
    says: ({ value }) => runsText('in MongoDB', value('--eval')),
  })),
  {
    command: 'sqlite3',
    options: SQLITE,
    says: ({ names: [, statement] }) => (statement?.startsWith('.') ? undefined : runsSql(statement)),
  },
];
