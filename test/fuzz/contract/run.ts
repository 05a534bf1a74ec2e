/** Sends generated messages to the port of an engine (`fuzz-contract.ts`). Arguments: --messages N --seed S. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { fuzzContract } from './fuzz-contract.ts';

const { values } = parseArgs({ options: { messages: { type: 'string', default: '100000' }, seed: { type: 'string' } } });
const whole = z.coerce.number().int().positive();
const seed = whole.parse(values.seed ?? 1 + (Date.now() % 1_000_000_000));
process.stdout.write(`Seed ${seed}.\n`);
const { sent, refused, read } = await fuzzContract({ messages: whole.parse(values.messages), seed });
process.stdout.write(`${sent} messages: ${refused} refused, ${read} only read, the others valid and not sent.\n`);
process.exit();
