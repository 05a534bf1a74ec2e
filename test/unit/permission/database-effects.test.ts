import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

const AGAIN = 'drops the database and applies all migrations';

describe('what a command does to a database', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  it.each([
    [`psql -c 'DROP TABLE users'`, 'runs SQL: DROP TABLE users'],
    ['psql $DATABASE_URL -c "SELECT 1"', 'runs SQL: SELECT 1'],
    ['psql shop -f db/a.sql', 'runs the SQL in db/a.sql'],
    ['rails db:migrate', 'applies migrations to the database'],
    ['npx knex migrate:latest', 'applies migrations to the database'],
    ['alembic upgrade head', 'applies migrations to the database'],
    [`psql -h db -U me shop --command='DROP TABLE users'`, 'runs SQL: DROP TABLE users'],
    [`mysql -uroot -psecret shop -e 'DELETE FROM users'`, 'runs SQL: DELETE FROM users'],
    [`sqlite3 app.db "DELETE FROM users"`, 'runs SQL: DELETE FROM users'],
    [`psql -c 'DELETE FROM users\n  WHERE id = 1'`, 'runs SQL: DELETE FROM users WHERE id = 1'],
    [`psql -c '${'x'.repeat(90)}'`, `runs SQL: ${'x'.repeat(80)}…`],
    [`mongosh shop --eval "db.users.drop()"`, 'runs in MongoDB: db.users.drop()'],
    [`mongosh "mongodb://db/shop" --quiet --eval='db.a.find()'`, 'runs in MongoDB: db.a.find()'],
    ['prisma migrate reset', AGAIN],
    ['npx prisma migrate reset --force', AGAIN],
    ['npx -y prisma@latest migrate reset', AGAIN],
    ['bunx prisma migrate reset', AGAIN],
    ['pnpm dlx prisma migrate reset', AGAIN],
    ['pnpm prisma migrate reset', AGAIN],
    ['yarn prisma migrate reset', AGAIN],
    ['npm exec -- prisma migrate reset', AGAIN],
    ['prisma db push --force-reset', 'drops the database and recreates it from the schema'],
    ['npx prisma migrate deploy', 'applies migrations to the database'],
    ['npx drizzle-kit push --force', 'changes the database to match the schema, even where that loses data'],
    ['rails db:drop', 'drops the database'],
    ['bundle exec rake db:reset', 'drops the database and recreates it'],
    ['bin/rails db:migrate:reset', AGAIN],
    ['npx knex migrate:rollback --all', 'undoes all migrations of the database'],
    ['knex migrate:rollback', 'undoes the last batch of migrations of the database'],
    ['npx sequelize-cli db:drop', 'drops the database'],
    ['alembic downgrade base', 'undoes all migrations of the database'],
    ['alembic downgrade ae10', 'undoes migrations of the database, down to ae10'],
    ['flyway clean', 'drops everything in the schemas of the database'],
  ])('%s: %s', (command, effect) => expect(engine.bash(command).effects).toContain(effect));

  it.each(['psql shop', 'sqlite3 app.db .tables', 'npx prisma validate', 'npx rails', 'yarn db:drop', 'prisma --version'])(
    '%s: nothing of that kind',
    (command) => expect(engine.bash(command).effects.filter((effect) => /database|SQL/u.test(effect))).toEqual([]),
  );
});
