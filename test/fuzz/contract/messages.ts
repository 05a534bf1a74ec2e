import fc from 'fast-check';
import { commands } from '#shared/contract/commands.ts';

const NAMES = Object.keys(commands);
/** The fields of all inputs, so that messages come close to valid ones. */
const FIELDS = [...new Set(Object.values(commands).flatMap(({ input }) => ('shape' in input ? Object.keys(input.shape) : [])))];

const odd = fc.constantFrom<unknown>(
  null,
  undefined,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -0,
  2 ** 53,
  '',
  '\0',
  '\u202e',
  '../../etc/passwd',
  '__proto__',
  'x'.repeat(100_000),
);
/** Whatever a port of Electron or a socket may carry. */
const anyValue = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 2, arbitrary: odd },
  {
    weight: 1,
    arbitrary: fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withTypedArray: true,
    }),
  },
  { weight: 1, arbitrary: fc.nat(400).map(nested) },
);

/** Half of the objects have fields of real inputs, of any value. */
const anyInput = fc.oneof(
  anyValue,
  fc.dictionary(fc.constantFrom(...FIELDS, '__proto__', 'constructor', 'toString'), anyValue, { maxKeys: 5 }),
);

const anyName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(...NAMES) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>('constructor', '__proto__', 'toString', 'hasOwnProperty', 'app.State', 'app.state ', ''),
  },
  { weight: 1, arbitrary: anyValue },
);
const anyId = fc.oneof({ weight: 4, arbitrary: fc.nat() }, { weight: 1, arbitrary: anyValue });

/** What may arrive at the port of a window, most of it with the outline of a request. */
export const anyMessage: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ id: anyId, command: anyName, input: anyInput }) },
  { weight: 1, arbitrary: fc.record({ id: anyId, command: anyName, input: anyInput, more: anyValue }) },
  { weight: 1, arbitrary: fc.record({ id: anyId, command: anyName }) },
  { weight: 1, arbitrary: anyValue },
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}
