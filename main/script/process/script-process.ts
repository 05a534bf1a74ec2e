import type { Context } from 'node:vm';
import { lockDown } from './lock-down.ts';
import { makeRealm, type Realm } from './realm.ts';
import type { ScriptOrder } from '../script-message.ts';

/**
 * Entry of the process that runs a script (see `startLockedProcess`). It reads orders from its input and writes messages to its output, each a
 * line of JSON, and ends when its input ends.
 */

const vm = process.getBuiltinModule('node:vm');
const { stdin, stdout } = process;
const exit = process.exit.bind(process);
const soon = setImmediate;
const { parse } = JSON;

let realm: Realm | undefined;
let context: Context | undefined;
/** Calls without a result, and whether the script is still running. */
let openCalls = 0;
let isRunning = false;

function post(text: string): void {
  if (text.startsWith('{"type":"call"')) openCalls += 1;
  else if (text.startsWith('{"type":"done"')) isRunning = false;
  stdout.write(`${text}\n`);
}

/** Only a result can make a waiting script continue. */
function lookWhetherItWaits(): void {
  soon(() => {
    if (isRunning && openCalls === 0) realm?.giveUp();
  });
}

function obey(order: ScriptOrder): void {
  switch (order.type) {
    case 'open':
      context = vm.createContext(vm.constants.DONT_CONTEXTIFY, { codeGeneration: { strings: false, wasm: false } });
      realm = (vm.runInContext(`(${makeRealm.toString()})`, context) as typeof makeRealm)(post, order.limits);
      for (const name of order.names) realm.offer(name);
      break;
    case 'run': {
      if (!context || !realm) throw new Error('no realm');
      openCalls = 0;
      isRunning = true;
      let body: unknown;
      try {
        body = new vm.Script(order.code, { filename: 'script' }).runInContext(context);
      } catch {
        // The engine has already parsed the code, so the two parsers disagree.
        isRunning = false;
        stdout.write('{"type":"done","ok":false,"value":"SyntaxError: This script can’t be run."}\n');
        return;
      }
      realm.start(body, order.args);
      lookWhetherItWaits();
      break;
    }
    case 'answer':
      openCalls -= 1;
      realm?.answer(order.id, order.ok, order.json, order.spent);
      lookWhetherItWaits();
      break;
  }
}

let rest = '';
stdin.setEncoding('utf8');
stdin.on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    try {
      obey(parse(line) as ScriptOrder);
    } catch {
      // The error may come from the script's realm, so it isn't inspected.
      exit(70);
    }
  }
});
stdin.on('end', () => exit(0));
// An unhandled rejection only concerns the script; its reason isn't inspected.
process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', () => exit(70));
try {
  lockDown();
  stdout.write('{"type":"ready"}\n');
} catch (error) {
  stdout.write(`${JSON.stringify({ type: 'unsafe', why: error instanceof Error ? error.message : '' })}\n`, () => exit(71));
}
