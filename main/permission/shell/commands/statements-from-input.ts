/** Options that say what a database client runs, without which it reads its input; and how many operands it has besides (manuals). */
interface Client {
  readonly says: RegExp;
  /** Options that take the next word. */
  readonly valued?: RegExp;
  /** The number of operands from which it doesn't read its input. */
  readonly operands?: number;
}

const SQLITE: Client = { says: /^-(?:c|s|cmd)$/u, valued: /^--?(?:separator|nullvalue|newline|cmd|init|mmap|maxsize)$/u, operands: 2 };
const POSTGRES: Client = { says: /^-[a-zA-Z]*[cl]|^--(?:command|list)/u };
const MYSQL: Client = { says: /^-[a-zA-Z]*e|^--execute/u };
const REDIS: Client = {
  says: /^--(?:scan|bigkeys|memkeys|hotkeys|stat|latency.*|cluster)$/u,
  valued: /^(?:-[hpsaniur]|--user|--pass)$/u,
  operands: 1,
};
const MONGO: Client = { says: /^--eval/u };

/** Clients in whose input a line may run a program or write a file: `\!`, `.shell`, `system`, `EVAL`. */
const CLIENTS: ReadonlyMap<string, Client> = new Map([
  ...['sqlite3', 'litecli', 'duckdb'].map((name) => [name, SQLITE] as const),
  ...['psql', 'pgcli', 'usql'].map((name) => [name, POSTGRES] as const),
  ...['mysql', 'mariadb', 'mycli'].map((name) => [name, MYSQL] as const),
  ...['redis-cli', 'valkey-cli'].map((name) => [name, REDIS] as const),
  ...['mongosh', 'mongo'].map((name) => [name, MONGO] as const),
]);

/** Whether a database client runs what its input says, which no rule for the client can know. */
export function readsStatements(program: string, values: readonly (string | null)[]): boolean {
  const client = CLIENTS.get(program);
  if (client === undefined || values.some((value) => value !== null && client.says.test(value))) return false;
  const operands = values.filter((value, at) => value?.startsWith('-') !== true && client.valued?.test(values[at - 1] ?? '') !== true);
  return client.operands === undefined || operands.length < client.operands;
}
