import { CLIENTS } from './database-clients.ts';
import { givenOptions } from './given-options.ts';

/** Whether a database client runs what its input says, which no rule for the client can know. */
export function readsStatements(program: string, values: readonly (string | null)[]): boolean {
  const client = CLIENTS.get(program);
  if (client === undefined) return false;
  const { given, operands, known } = givenOptions(values, client.table);
  if (given.some(({ name }) => client.says.includes(name)) && (known || client.says.some((name) => isWord(name, values)))) return false;
  return client.operands === undefined || operands.length < client.operands || !known;
}

/** The option is a word of its own, so not a part of a value. */
function isWord(name: string, values: readonly (string | null)[]): boolean {
  return values.some((value) => value === name || (name.startsWith('--') && value?.startsWith(`${name}=`) === true));
}
