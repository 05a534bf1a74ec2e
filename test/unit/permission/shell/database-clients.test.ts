import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

/** The lines are decided, never run. */
describe('a rule for a client of databases', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());
  const decided = (line: string): string =>
    engine.bash(
      line,
      engine.context({
        allow: ['psql', 'mysql', 'mariadb', 'sqlite3', 'duckdb', 'redis-cli', 'sqlcmd', 'sqlplus', 'clickhouse-client', 'cqlsh'].map(
          (name) => `Bash(${name} *)`,
        ),
      }),
    ).behavior;

  it.each([
    `psql --output='|x' -c 'select 1'`,
    `psql -o'|id' -c 'select 1'`,
    `psql -qo'|id' -c 'select 1'`,
    `psql --out='|id' -c 'select 1'`,
    String.raw`psql -c'\i x'`,
    String.raw`psql -qc'\! x'`,
    String.raw`psql --command='\! x'`,
    String.raw`psql --comm='\i x'`,
    'psql -qf x.sql',
    'psql --fil=x.sql',
    'psql --unknown x',
    String.raw`mysql -e'\! x'`,
    String.raw`mysql -qe'\! x'`,
    String.raw`mysql --exec='\! x'`,
    'mysql --pag=x db',
    'mysql --init_command=x db',
    'mysql --loose-pager=x db',
    'mysql --defaults-f=x db',
    'mysql --plugin_dir=x db',
    'mariadb --local-infile=1 db',
    'sqlite3 --init x x.db',
    'sqlite3 --cmd .tables x.db',
    'sqlite3 x.db -init x .tables',
    `duckdb x.db -c '.shell x'`,
    `duckdb x.db '.shell x'`,
  ])('does not cover what an option runs: %s', (line) => expect(decided(line)).toBe('ask'));

  it.each([
    'psql -hlocalhost db < x.sql',
    'cat x.sql | psql -Ualice',
    'cat x.sql | psql -dlocal',
    'cat x.sql | psql -vcl=1',
    'cat x.sql | psql --l=x',
    'cat x.sql | mysql -hdemo',
    'cat x.sql | mysql -u me -pe',
    ...['-vfs unix', '-heap 1', '-lookaside 1 2', '-nonce 5', '-pagecache 1 2', '-escape off', '--vfs unix', '-key x', '-new x'].map(
      (words) => `echo '.shell x' | sqlite3 ${words} x.db`,
    ),
    `echo '.shell x' | duckdb -storage-version 1 x.db`,
    'echo eval | redis-cli --sni x',
    'echo x | sqlcmd -S host',
    'echo x | sqlplus -S me',
    'echo x | clickhouse-client -h query',
    'echo x | cqlsh -u e',
  ])('does not cover statements from the input: %s', (line) => expect(decided(line)).toBe('ask'));

  it.each([
    `sqlite3 x.db "VACUUM main INTO '../y'"`,
    `sqlite3 x.db "vacuum 'main' into '../y'"`,
    `sqlite3 x.db "vacuum/**/into'../y'"`,
    `sqlite3 x.db "attach/**/'../x'/**/as y"`,
    `sqlite3 x.db "select '/*'; vacuum/**/into '../y'"`,
    `sqlite3 'file:..%2foutside%2fa.db' .dump`,
    `sqlite3 'file:.env?mode=ro' .dump`,
    `sqlite3 'FILE:a.db?vfs=x' .dump`,
    `sqlite3 x.db 'drop/**/table/**/x'`,
    `duckdb a.db "install x from community; load x"`,
    `duckdb a.db "select * from '../x.csv'"`,
    `duckdb -c "copy (select 1) to 'x.csv'"`,
    `psql -c'drop table x'`,
    `psql -qc'drop table x'`,
    'psql -cdrop/**/table/**/x',
  ])('does not cover other files, nor what is lost: %s', (line) => expect(decided(line)).toBe('ask'));

  it.each([
    `psql -F'|' -c 'select 1'`,
    `psql --field-separator='|' -Atc 'select 1'`,
    `psql -c 'select a -- /* x' -P pager=off`,
    String.raw`psql -hlocalhost -Ume -d app -c'\dt'`,
    `psql -X -v ON_ERROR_STOP=1 -c 'select 1'`,
    `psql -qo out.txt -c 'select 1'`,
    `echo x | psql -hlocalhost -qAtc 'select 1'`,
    `sqlite3 -separator , app.db 'select 1'`,
    `sqlite3 'file:app.db?mode=ro' 'select 1'`,
    `sqlite3 --header --csv app.db 'select 1'`,
    `echo x | sqlite3 -header app.db 'select 1'`,
    `duckdb -readonly a.db 'select 1 from t'`,
    'mysql -h localhost -u root -psecret app',
    'mysql --host=localhost --user=root --password app',
    'echo x | redis-cli -h db -p 1 GET a',
    `echo x | clickhouse-client -h db -q 'select 1'`,
    `echo x | sqlcmd -S host -Q 'select 1'`,
  ])('covers everyday use: %s', (line) => expect(decided(line)).toBe('allow'));
});
