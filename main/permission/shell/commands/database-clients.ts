import type { OptionTable } from './given-options.ts';

/** Options of clients of databases, from their manuals: psql 17, mysql 9, sqlite3 3.51, duckdb 1.4. */
const PSQL: OptionTable = {
  options: [
    '-a -A -b -c: -d: -e -E -f: -F: -h: -H -l -L: -n -o: -p: -P: -q -R: -s -S -t -T: -U: -v: -V -w -W -x -X -z -0 -1 -?',
    '--echo-all --no-align --echo-errors --command= --dbname= --echo-queries --echo-hidden --file= --field-separator= --host= --html --list',
    '--log-file= --no-readline --output= --port= --pset= --quiet --record-separator= --single-step --single-line --tuples-only --table-attr=',
    '--username= --set= --variable= --version --no-password --password --expanded --no-psqlrc --field-separator-zero --record-separator-zero',
    '--single-transaction --help[=] --csv',
  ].join(' '),
};

const MYSQL: OptionTable = {
  options: [
    '-? -I -A -B -b -C -D: -e: -E -f -G -h: -H -i -j -L -n -N -o -O: -p[=] -P: -q -r -s -S: -t -T -u: -U -v -V -w -W -X -#[=]',
    '--help --auto-rehash --no-auto-rehash --auto-vertical-output --batch --binary-as-hex --binary-mode --bind-address= --character-sets-dir=',
    '--column-names --column-type-info --comments --commands --compress --compression-algorithms= --connect-expired-password',
    '--connect-timeout= --database= --debug[=] --debug-check --debug-info --default-auth= --default-character-set= --defaults-extra-file=',
    '--defaults-file= --defaults-group-suffix= --delimiter= --dns-srv-name= --enable-cleartext-plugin --execute= --force',
    '--get-server-public-key --histignore= --host= --html --i-am-a-dummy --ignore-spaces --init-command= --init-command-add= --line-numbers',
    '--load-data-local-dir= --local-infile[=] --login-path= --max-allowed-packet= --max-join-size= --named-commands --net-buffer-length=',
    '--network-namespace= --no-beep --no-defaults --no-login-paths --one-database --pager[=] --password[=] --pipe --plugin-dir= --port=',
    '--print-defaults --protocol= --quick --raw --reconnect --safe-updates --select-limit= --server-public-key-path= --show-warnings',
    '--sigint-ignore --silent --skip-auto-rehash --skip-column-names --skip-line-numbers --skip-named-commands --skip-pager --skip-reconnect',
    '--skip-ssl --skip-comments --socket= --ssl[=] --ssl-ca= --ssl-capath= --ssl-cert= --ssl-cipher= --ssl-crl= --ssl-crlpath= --ssl-key=',
    '--ssl-mode= --ssl-verify-server-cert[=] --syslog --system-command[=] --table --tee= --tls-ciphersuites= --tls-version= --unbuffered',
    '--user= --verbose --version --vertical --wait --xml --zstd-compression-level=',
  ].join(' '),
};

/** `-key` and the like are those of the encryption extension. */
const SQLITE: OptionTable = {
  oneDash: true,
  options: [
    '-A -append -ascii -bail -batch -box -cmd: -column -csv -deserialize -echo -escape: -header -heap: -help -hexkey: -html -ifexists -init:',
    '-interactive -json -key: -line -list -lookaside:: -markdown -maxsize: -memtrace -mmap: -multiplex -newline: -no-rowid-in-view -no-utf8',
    '-nofollow -noheader -noinit -nonce: -nullvalue: -pagecache:: -pcachetrace -quote -readonly -safe -screenwidth: -separator: -sorterref:',
    '-stats -table -tabs -textkey: -threadsafe: -unsafe-testing -utf8 -version -vfs: -vfstrace -zip',
  ].join(' '),
};

const DUCKDB: OptionTable = {
  oneDash: true,
  options: `${SQLITE.options} -c: -s: -f: -ui -no-stdin -no-init -storage-version: -unsigned -unredacted -jsonlines -latex -duckbox -encryption-key:`,
};

interface Client {
  readonly table: OptionTable;
  /** Options that say what it runs, without which it runs what its input says. */
  readonly says: readonly string[];
  /** The number of operands from which it doesn't read its input. */
  readonly operands?: number;
}

const SQL_FILE: Client = { table: SQLITE, says: ['-A', '-version', '-help'], operands: 2 };
const POSTGRES: Client = { table: PSQL, says: ['-c', '--command', '-l', '--list', '-V', '--version', '-?', '--help'] };
const MARIA: Client = { table: MYSQL, says: ['-e', '--execute', '-V', '--version', '-?', '--help'] };
const REDIS: Client = {
  table: {
    options: [
      '-h: -p: -s: -a: -u: -n: -r: -i: -d: -D: -t: -c -e -x -X: -2 -3 -4 -6 --no-raw --raw --csv --json --quoted-json --tls --insecure --askpass',
      '--no-auth-warning --quoted-input --verbose --user= --pass= --sni= --cacert= --cacertdir= --cert= --key= --tls-ciphers= --tls-ciphersuites=',
      '--show-pushes= --eval= --ldb --ldb-sync-mode --scan --bigkeys --memkeys --memkeys-samples= --hotkeys --stat --latency --latency-history',
      '--latency-dist --lru-test= --replica --rdb= --functions-rdb= --pipe --pipe-timeout= --intrinsic-latency= --pattern= --quoted-pattern=',
      '--count= --cluster --version --help',
    ].join(' '),
    stopsAtOperand: true,
  },
  says: [
    '--scan --bigkeys --memkeys --hotkeys --stat --latency --latency-history --latency-dist --intrinsic-latency --cluster --version --help',
  ].flatMap((line) => line.split(' ')),
  operands: 1,
};
const MONGO: Client = { table: { options: '--eval= --host= --port= -u: -p: --username= --password= --quiet' }, says: ['--eval'] };

const SQLCMD: Client = {
  table: { options: '-a: -C -d: -E -f: -h: -H: -i: -I -l: -m: -N -o: -P: -Q: -s: -S: -t: -U: -v: -V: -w: -W -x -y: -Y:' },
  says: ['-Q', '-i'],
};
const CLICKHOUSE: Client = {
  table: {
    options:
      '-h: -d: -f: -m -n -q: -t -u: -E --database= --format= --host= --multiline --multiquery --password= --port= --queries-file= --query= --secure --time --user= --vertical',
  },
  says: ['-q', '--query', '--queries-file'],
};
const CASSANDRA: Client = {
  table: {
    options: '-e: -f: -k: -p: -u: -C --execute= --file= --keyspace= --password= --username= --color --no-color --ssl --request-timeout=',
  },
  says: ['-e', '--execute', '-f', '--file'],
};

/** Clients in whose input a line may run a program or write a file: `\!`, `.shell`, `system`, `EVAL`. */
export const CLIENTS: ReadonlyMap<string, Client> = new Map<string, Client>([
  ['sqlite3', SQL_FILE],
  ['litecli', { table: { options: '-D: -R: -t --database= --table --csv -e: --execute=' }, says: ['-e', '--execute'] }],
  ['duckdb', { table: DUCKDB, says: ['-c', '-s', '-f', '-no-stdin', '-ui', '-version', '-help'], operands: 2 }],
  ...['psql', 'pgcli', 'usql'].map((name) => [name, POSTGRES] as const),
  ...['mysql', 'mariadb', 'mycli'].map((name) => [name, MARIA] as const),
  ...['redis-cli', 'valkey-cli'].map((name) => [name, REDIS] as const),
  ['sqlcmd', SQLCMD],
  ['sqlplus', { table: { options: '-L -s -S -R: -V' }, says: ['-V'] }],
  ['clickhouse-client', CLICKHOUSE],
  ['cqlsh', CASSANDRA],
  ...['mongosh', 'mongo'].map((name) => [name, MONGO] as const),
]);
